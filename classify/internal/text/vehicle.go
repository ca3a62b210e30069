package text

// vehicles reads how invoices name vehicles and what belongs to them: the maker stands for a car or a truck, a
// model beside it for nothing else ("KIA BONGO" plays no drums), and bodies go by their short names.
func vehicles(tokens []Token) []Token {
	of, modelled, more := "", false, false
	for i := range tokens {
		t := &tokens[i]
		kind := vehicleMakers[t.Text]
		if of == "" {
			of = kind
		}
		modelled = modelled || vehicleModels[t.Text]
		more = more || kind == "" && !t.Number && !vehicleModels[t.Text] && !vehicleDetails[t.Text] && !makersOfMore[t.Text] && engineBadges[t.Text] == ""
	}
	for i := range tokens {
		if makersOfMore[tokens[i].Text] && modelled && of == "" {
			of = "car"
		}
	}
	if of == "" {
		return tokens
	}
	itself := modelled && !more // nothing but the vehicle is named
	out := make([]Token, 0, len(tokens)+4)
	named := false
	for i, t := range tokens {
		switch body := vehicleBodies[t.Text]; {
		case vehicleMakers[t.Text] != "" || makersOfMore[t.Text] && modelled:
			if !named {
				t.Text, t.Of, t.context, named = of, t.Text, !itself, true
				out = append(out, t)
			}
		case engineBadges[t.Text] != "":
			t.Text, t.Of, t.context = engineBadges[t.Text], t.Text, true
			out = append(out, t)
		case vehicleModels[t.Text] && !t.Hyphen:
		case t.Text == "fe" && i > 0 && tokens[i-1].Text == "santa", t.Text == "santa" && i+1 < len(tokens) && tokens[i+1].Text == "fe":
		case body != "":
			t.Text, t.Of, t.context = body, t.Text, true
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
		for word := range Set(list) {
			out[word] = kind
		}
	}
	return out
}

// vehicleModels mean a model only beside a maker.
var vehicleModels = Set("bongo picanto accent elantra tucson sorento sportage cerato rio morning soul carens optima starex porter avante sonata creta corolla camry hilux prado yaris vitz hiace rav4 avensis carina starlet tercel fortuner vios innova coaster navara patrol qashqai xtrail tiida sunny almera march micra sentra versa frontier hardbody juke murano pathfinder premio allion matrix ranger fiesta focus fusion escape explorer transit mondeo escort f150 pajero l200 canter lancer outlander fuso galant golf passat polo jetta tiguan touareg amarok caddy sprinter actros axor atego vito berlingo partner boxer logan duster kangoo clio megane symbol matiz lanos nubira aveo cruze spark captiva crv cr vezel odyssey jazz stream fit pilot vitara swift jimny alto harrier rx350 rx300 es350 gx460 lx570 outback forester impreza legacy freelander discovery defender evoque xc90 xc60 noah voxy wish ractis passo spacio ipsum belta probox succeed townace liteace note wingroad bluebird dualis teana skyline urvan demio axela atenza cx5 rvr colt grandis prius aqua allroad silverado tahoe tacoma tundra sienna highlander civic accord")

// makersOfMore make engines, motorcycles and much else besides: beside a model of theirs they made the car.
var makersOfMore = Set("honda suzuki volvo mahindra maruti rover land range cruiser")

// vehicleDetails are said of a vehicle itself.
var vehicleDetails = Set("used new second hand car cars vehicle motor year model make chassis chasis no cc petrol diesel gasoline gasolina hybrid auto automatic manual ltr l litre d di i v unit units pc pcs reg registered white black silver blue red grey green gold pearl usado usada auto automovil carro modelo ano")

// engineBadges tell the fuel by the maker's name of the engine.
var engineBadges = map[string]string{"tdi": "diesel", "crdi": "diesel", "tdci": "diesel", "dci": "diesel", "hdi": "diesel", "cdi": "diesel", "did": "diesel", "vvti": "petrol", "gdi": "petrol", "tsi": "petrol", "tfsi": "petrol", "vtec": "petrol"}

var vehicleBodies = map[string]string{"dcab": "pickup", "scab": "pickup", "pup": "pickup", "doublecab": "pickup", "swagon": "wagon", "saloon": "saloon", "hatchback": "hatchback"}
