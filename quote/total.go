package quote

import (
	"slices"

	"github.com/govalues/decimal"
)

// Total adds up what an entry pays in MXN, all its products together; null where a part is not known.
type Total struct {
	Duties       *Number       `json:"duties" doc:"IGI or IGE, and compensatory duties, in MXN"`
	Taxes        *Number       `json:"taxes" doc:"IVA, IEPS and ISAN, in MXN"`
	Fees         *Number       `json:"fees" doc:"DTA and the prevalidation with its IVA, in MXN"`
	Total        *Number       `json:"total" doc:"Duties, taxes and fees of the entry in MXN; null where a part is not known"`
	OncePerEntry []EntryCharge `json:"once_per_entry" doc:"Charges that every product shows and the entry owes once; within fees"`
	Complete     bool          `json:"complete" doc:"Whether nothing is missing from the total"`
}

// EntryCharge is charged once for an entry, however many products it has.
type EntryCharge struct {
	Name   string  `json:"name" doc:"Name of the charge, such as PRV"`
	Amount *Number `json:"amount" doc:"In MXN; null where it is not known"`
}

// TotalOf adds the items of one quote up: they cross under one pedimento. total = duties + taxes + fees, where
// fees = Σ shares of the DTA + what is owed once. Every amount was rounded where it arose; sums are exact.
func TotalOf(items []Item) Total {
	t := Total{OncePerEntry: []EntryCharge{}, Complete: len(items) > 0}
	duties, taxes, fees := &decimal.Zero, &decimal.Zero, &decimal.Zero
	for _, item := range items {
		charge, fee := chargesOf(item)
		if item.exported() {
			fee = &decimal.Zero // owed once
		}
		if item.barred() || len(item.Tariffs) == 0 {
			charge.duties = nil
		}
		duties, taxes, fees = sum(duties, charge.duties), sum(taxes, charge.taxes), sum(fees, fee)
		t.Complete = t.Complete && item.Amounts != nil && item.Amounts.Complete
		once := item.once()
		if len(once) == 0 {
			fees = nil // the amounts of the day are not held, or the operation is prohibited
		}
		for _, charge := range once {
			t.owe(charge)
		}
	}
	for _, charge := range t.OncePerEntry {
		fees = sum(fees, decimalOf(charge.Amount))
	}
	t.Duties, t.Taxes, t.Fees = moneyOrNil(duties), moneyOrNil(taxes), moneyOrNil(fees)
	t.Total = moneyOrNil(sum(duties, taxes, fees))
	t.Complete = t.Complete && t.Total != nil
	return t
}

// owe adds a charge that products share; where proof of origin spares one product and not another, the entry
// owes it.
func (t *Total) owe(charge EntryCharge) {
	at := slices.IndexFunc(t.OncePerEntry, func(c EntryCharge) bool { return c.Name == charge.Name })
	if at < 0 {
		t.OncePerEntry = append(t.OncePerEntry, charge)
		return
	}
	if held := t.OncePerEntry[at].Amount; held != nil && charge.Amount != nil && charge.Amount.Cmp(held.Decimal) > 0 {
		t.OncePerEntry[at].Amount = charge.Amount
	}
}

// once lists what an item shows and its entry pays once: the prevalidation of an import, the fee of an export.
func (i Item) once() []EntryCharge {
	var list []EntryCharge
	for _, charge := range i.Taxes {
		if charge.Name == "PRV" || charge.Name == "IVA/PRV" || charge.Name == "DTA" && i.exported() {
			list = append(list, EntryCharge{Name: charge.Name, Amount: charge.Amount})
		}
	}
	return list
}

func (i Item) exported() bool {
	return slices.ContainsFunc(i.Tariffs, func(c Charge) bool { return c.Name == nameIGE })
}
