package classify

// vehicles reads how invoices name vehicles and what belongs to them: the maker stands for a car or a truck, a
// model beside it for nothing else ("KIA BONGO" plays no drums), and bodies go by their short names.
func vehicles(tokens []token) []token {
	of := ""
	for i := range tokens {
		if kind := vehicleMakers[tokens[i].text]; kind != "" && of == "" {
			of = kind
		}
	}
	if of == "" {
		return tokens
	}
	out := make([]token, 0, len(tokens)+4)
	named := false
	for i, t := range tokens {
		switch body := vehicleBodies[t.text]; {
		case vehicleMakers[t.text] != "":
			if !named {
				t.text, t.of, t.context, named = of, t.text, true, true
				out = append(out, t)
			}
		case vehicleModels[t.text] && !t.hyphen:
		case t.text == "fe" && i > 0 && tokens[i-1].text == "santa", t.text == "santa" && i+1 < len(tokens) && tokens[i+1].text == "fe":
		case body != "":
			t.text, t.of, t.context = body, t.text, true
			out = append(out, t)
		default:
			out = append(out, t)
		}
	}
	return out
}

// vehicleMakers are makers whose name alone says what is driven; makers of much else (Honda, Yamaha) are not
// among them.
var vehicleMakers = kinds(map[string]string{
	"car":   "toyota nissan hyundai kia mazda mitsubishi subaru daihatsu peugeot renault citroen volkswagen vw audi bmw mercedes chevrolet chevy chrysler dodge jeep lexus infiniti acura fiat opel vauxhall skoda ssangyong daewoo geely chery byd haval jac landrover porsche tesla ford",
	"truck": "scania iveco daf howo sinotruk sinotruck shacman foton faw dongfeng hino isuzu kamaz mack freightliner kenworth peterbilt tata ashok beiben",
})

// kinds turns lists of words by kind round.
func kinds(lists map[string]string) map[string]string {
	out := map[string]string{}
	for kind, list := range lists {
		for word := range words(list) {
			out[word] = kind
		}
	}
	return out
}

// vehicleModels mean a model only beside a maker.
var vehicleModels = words("bongo picanto accent elantra tucson sorento sportage cerato rio morning soul carens optima starex porter avante sonata creta corolla camry hilux prado yaris vitz hiace rav4 avensis carina starlet tercel fortuner vios innova coaster navara patrol qashqai xtrail tiida sunny almera march micra sentra versa frontier hardbody juke murano pathfinder premio allion matrix ranger fiesta focus fusion escape explorer transit mondeo escort f150 pajero l200 canter lancer outlander fuso galant golf passat polo jetta tiguan touareg amarok caddy sprinter actros axor atego vito berlingo partner boxer logan duster kangoo clio megane symbol matiz lanos nubira aveo cruze spark captiva silverado tahoe tacoma tundra sienna highlander civic accord")

var vehicleBodies = map[string]string{"dcab": "pickup", "scab": "pickup", "pup": "pickup", "doublecab": "pickup", "swagon": "wagon", "saloon": "saloon", "hatchback": "hatchback"}
