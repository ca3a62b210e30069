package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/paper"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
)

// lastFilling ends the chapters of goods that fill a pack and are never named by it otherwise: "caja de fusibles" is no pack of fuses, "frasco de
// miel" one of honey.
const lastFilling = "39"

// filled reads a text that names something and what it holds. A pack is classified with its contents; of a case or set with contents the
// answer asks which is meant. It reports false where the text is to be read as it stands.
func (e goodsOf) filled(own string) (Request, *several, bool) {
	request := e.request
	f, ok := e.words.papers.Filled(own, e.isMaterial)
	if !ok {
		return request, nil, false
	}
	if f.Holder == paper.HolderSet {
		return e.assorted(f)
	}
	if f.Counted && f.Of && f.Bare && !e.isName(f.Name+" "+f.Tie+" "+f.Contents) { // "10 cajas de martillos" counts what hammers come in
		if _, known := e.likely(f.Contents); known {
			request.Description = f.Contents
			return request, nil, true
		}
	}
	contents, known := e.likely(f.Contents)
	for i := 0; i < len(f.Each) && len(f.Each) > 1 && !known; i++ {
		contents, known = e.likely(f.Each[i])
	}
	if !known && f.Holder == paper.HolderCase && !f.Of && (e.isName(f.Each[0]) || f.Bare && e.namesGoods(f.Contents)) {
		return e.ofTwo(f, "")
	}
	if !known {
		return request, nil, false
	}
	if f.Holder == paper.HolderOther && (!f.Of || !f.Bare || contents >= lastFilling) {
		return request, nil, false
	}
	if code, named := e.nameWith(own, f.Tie); named {
		if contents >= lastFilling || code == "" || code[:2] == contents[:2] {
			return request, nil, false
		}
		f.Name, f.Bare = own, false // "lata de pintura" names a can, and cans are sold with paint in them
	}
	if f.Holder != paper.HolderCase && f.Bare && (contents < lastFilling || f.Of && !f.Spanish) {
		request.Description = f.Contents
		return request, nil, true
	}
	return e.ofTwo(f, contents)
}

// ofTwo asks whether a holder or its contents are meant, where they are of different chapters. A case without a name of its own was made for what it holds.
func (e goodsOf) ofTwo(f paper.Filled, contents string) (Request, *several, bool) {
	holder, named := e.likely(f.Name)
	if named && contents != "" && holder[:2] == contents[:2] { // a chest with shelves is furniture all the same
		return e.request, nil, false
	}
	list := &several{names: []string{f.Contents, f.Name}, codes: []string{contents, holder}, unclear: true}
	if !f.Bare && named || f.Of || contents == "" {
		slices.Reverse(list.names)
		slices.Reverse(list.codes)
	}
	return e.unclear(list), list, true
}

// assorted reads a set whose contents are of several headings: which of them gives it its character is open. A set that has a name of its own,
// as a chess set, is that.
func (e goodsOf) assorted(f paper.Filled) (Request, *several, bool) {
	if e.isName(f.Name) && e.namesGoods(f.Name) {
		return e.request, nil, false
	}
	list, headings := &several{unclear: true}, map[string]bool{}
	for _, name := range f.Each {
		code, known := e.likely(name)
		list.names, list.codes = append(list.names, name), append(list.codes, code)
		if known {
			headings[code[:4]] = true
		}
	}
	if len(headings) < leastGoods {
		return e.request, nil, false
	}
	return e.unclear(list), list, true
}

// leastGoods are the headings that the contents of a set are of.
const leastGoods = 2

// leastLikely is the share of the first chapter from which words name its goods, whatever splits them.
const leastLikely = 0.5

// likely returns the likeliest code of words by themselves; known is false where not even the chapter is likely.
func (e goodsOf) likely(words string) (code string, known bool) {
	r := e.rankings.Get().(*rank.Ranking)
	defer e.rankings.Put(r)
	defer r.Reset()
	f := e.find(r, Request{Description: words, Country: e.request.Country, Model: ModelFast, Language: e.request.Language})
	defer e.opinions.Return(f.opinion)
	if len(f.candidates) == 0 || f.vague() || f.foundNothing() {
		return "", false
	}
	code = e.tree.Subs[f.candidates[0].Sub].Code
	share := float32(0)
	for _, c := range f.candidates {
		if e.tree.Subs[c.Sub].Code[:2] == code[:2] {
			share += c.P
		}
	}
	return code, share >= leastLikely
}

// nameWith returns the code of the name that words are, where it has the word that ties a holder to its contents: "biscuit tin" is no "tin of
// biscuits". named is false where there is none.
func (e goodsOf) nameWith(words, tie string) (code string, named bool) {
	d := e.words.reader.Describe(words)
	q := e.ask(&d)
	for _, term := range q.Whole {
		if !slices.Contains(strings.Fields(text.Fold(e.index.Name(term).Text)), tie) {
			continue
		}
		if sub, ok := e.index.SubOf(term); ok {
			code = e.tree.Subs[sub].Code
		}
		named = true
	}
	return code, named
}

// unclear returns the request for the goods of a list that are meant, the first where nobody has said so.
func (e goodsOf) unclear(list *several) Request {
	request := e.request
	list.choose(e.Engine, request.Dialogue)
	request.Description = list.names[list.meant]
	return request
}

// isName reports whether words are a name of goods as they stand.
func (e goodsOf) isName(words string) bool {
	d := e.words.reader.Describe(words)
	q := e.ask(&d)
	return len(q.Whole) > 0
}

// isMaterial reports whether a folded word says what goods are made of.
func (e goodsOf) isMaterial(word string) bool {
	s := e.stated(word)
	return slices.ContainsFunc(s.readings.Central, func(st facet.Statement) bool { return e.facets.Values[st.Value].Facet == facet.Material })
}
