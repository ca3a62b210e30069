package api_test

import "testing"

func TestEventsTellWhoMovedWhatAndWhy(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	v := b.create(aceros)
	b.move(v, "approve", 409)
	b.move(v, "submit", 200)
	b.move(v, "close", 200)
	var events struct {
		Data []struct {
			ID, Type, From, To string
			Reason             *string
			Actor              struct{ Kind, ID string }
		}
		HasMore bool `json:"has_more"`
	}
	b.get(verificationsPath+"/"+v.ID+"/events?limit=2", b.cmt).want(200).decode(&events)
	if len(events.Data) != 2 || !events.HasMore || events.Data[0].Type != "created" {
		t.Fatalf("%+v", events)
	}
	b.get(verificationsPath+"/"+v.ID+"/events?starting_after="+events.Data[1].ID, b.cmt).want(200).decode(&events)
	if e := events.Data[0]; len(events.Data) != 1 || e.Type != "closed" || e.From != "submitted" || e.Reason == nil || e.Actor.Kind != "key" || e.Actor.ID == "" {
		t.Errorf("%+v", events)
	}
	b.get(verificationsPath+"/"+v.ID+"/events?starting_after=x", b.cmt).want(404)
	b.get(verificationsPath+"/"+v.ID+"/events?limit=0", b.cmt).want(400)
}

func TestVerificationsAreListedNewestOrOldestFirst(t *testing.T) {
	t.Parallel()
	b := verifying(t)
	first, second := b.create(aceros), b.create(company("Muebles", "MUE101010ZZ1"))
	b.move(first, "submit", 200)
	var page struct {
		Data    []verified
		HasMore bool `json:"has_more"`
	}
	b.get(verificationsPath+"?limit=1", b.cmt).want(200).decode(&page)
	if len(page.Data) != 1 || page.Data[0].ID != second.ID || !page.HasMore {
		t.Fatalf("%+v", page)
	}
	b.get(verificationsPath+"?starting_after="+second.ID, b.cmt).want(200).decode(&page)
	if len(page.Data) != 1 || page.Data[0].ID != first.ID || page.HasMore {
		t.Errorf("%+v", page)
	}
	b.get(verificationsPath+"?state=submitted&external_id=e-1&country=MEX&tax_id=AIN120314KQ3", b.cmt).want(200).decode(&page)
	if len(page.Data) != 1 || page.Data[0].ID != first.ID {
		t.Errorf("%+v", page)
	}
	b.get(verificationsPath+"?order=oldest&limit=1", b.cmt).want(200).decode(&page)
	if len(page.Data) != 1 || page.Data[0].ID != first.ID || !page.HasMore {
		t.Errorf("the oldest first: %+v", page)
	}
	b.get(verificationsPath+"?order=oldest&starting_after="+first.ID, b.cmt).want(200).decode(&page)
	if len(page.Data) != 1 || page.Data[0].ID != second.ID || page.HasMore {
		t.Errorf("after the oldest: %+v", page)
	}
	b.get(verificationsPath+"?state=flying", b.cmt).want(400)
	b.get(verificationsPath+"?order=sideways", b.cmt).want(400)
}
