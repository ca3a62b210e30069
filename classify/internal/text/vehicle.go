package text

// vehicles reads how invoices name vehicles and what belongs to them: the maker stands for a car or a truck, a
// model beside it for nothing else ("KIA BONGO" plays no drums), and bodies go by their short names.
func (r *Reader) vehicles(tokens []Token) []Token {
	of, modelled, more := "", false, false
	for i := range tokens {
		t := &tokens[i]
		kind := r.vehicleMakers[t.Text]
		if of == "" {
			of = kind
		}
		modelled = modelled || r.vehicleModels[t.Text]
		more = more || kind == "" && !t.Number && !r.vehicleModels[t.Text] && !r.vehicleDetails[t.Text] && !r.makersOfMore[t.Text] && r.engineBadges[t.Text] == ""
	}
	for i := range tokens {
		if r.makersOfMore[tokens[i].Text] && modelled && of == "" {
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
		switch body := r.vehicleBodies[t.Text]; {
		case r.vehicleMakers[t.Text] != "" || r.makersOfMore[t.Text] && modelled:
			if !named {
				t.Text, t.Of, t.Context, named = of, t.Text, !itself, true
				out = append(out, t)
			}
		case r.engineBadges[t.Text] != "":
			t.Text, t.Of, t.Context = r.engineBadges[t.Text], t.Text, true
			out = append(out, t)
		case r.vehicleModels[t.Text] && !t.Hyphen:
		case t.Text == "fe" && i > 0 && tokens[i-1].Text == "santa", t.Text == "santa" && i+1 < len(tokens) && tokens[i+1].Text == "fe":
		case body != "":
			t.Text, t.Of, t.Context = body, t.Text, true
			out = append(out, t)
		default:
			out = append(out, t)
		}
	}
	return out
}
