package value

import "strings"

// countries are names and codes as they end addresses, in English and Spanish, folded.
const countries = `|mexico|mex|mx|united states|united states of america|usa|u.s.a.|us|estados unidos|estados unidos de america|eua|ee.uu.|canada|can|colombia|argentina|brazil|brasil|chile|peru|ecuador|bolivia|uruguay|paraguay|venezuela|panama|costa rica|guatemala|honduras|el salvador|nicaragua|republica dominicana|dominican republic|cuba|puerto rico|china|p.r. china|pr china|p.r.china|r.p. china|people's republic of china|hong kong|taiwan|japan|japon|korea|south korea|corea|corea del sur|republic of korea|india|vietnam|viet nam|thailand|tailandia|malaysia|malasia|singapore|singapur|indonesia|philippines|filipinas|bangladesh|pakistan|sri lanka|turkey|turquia|turkiye|germany|alemania|deutschland|france|francia|italy|italia|spain|espana|portugal|united kingdom|reino unido|uk|england|great britain|ireland|irlanda|netherlands|paises bajos|the netherlands|holland|belgium|belgica|switzerland|suiza|austria|sweden|suecia|norway|noruega|denmark|dinamarca|finland|finlandia|poland|polonia|czech republic|republica checa|hungary|hungria|romania|rumania|greece|grecia|russia|rusia|ukraine|ucrania|israel|saudi arabia|arabia saudita|united arab emirates|emiratos arabes unidos|uae|egypt|egipto|south africa|sudafrica|morocco|marruecos|nigeria|kenya|australia|new zealand|nueva zelanda|`

// IsCountry reports whether a text is the name of a country.
func IsCountry(text string) bool {
	f := strings.Trim(Fold(text), " ,;")
	return f != "" && strings.Contains(countries, "|"+f+"|")
}
