package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"tariffdesk/client"
	"tariffdesk/fail"
	"tariffdesk/tariff"
	"tariffdesk/tariff/search"
)

type lookCommand struct {
	where
	What     []string `arg:"" help:"A code of 2 to 10 digits, or words."`
	Country  string   `short:"c" default:"MEX" enum:"${countries}" help:"Whose tariff: ${enum}."`
	Language string   `short:"l" default:"English" enum:"English,Spanish" help:"${enum}."`
}

// looked is shown for a code, with the levels above and below it, or for the codes that a search found.
type looked struct {
	Path     []lookedLevel `json:"path,omitempty"`
	Children []lookedLevel `json:"children,omitempty"`
	Data     []lookedLevel `json:"data,omitempty"`
}

type lookedLevel struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	Leaf  bool   `json:"leaf,omitempty"`
}

// maxFound is how many codes words find.
const maxFound = 20

// Run prints the way down to a code and what lies below it, or the codes that words find.
func (c *lookCommand) Run(ctx context.Context, to streams) error {
	what := strings.Join(c.What, " ")
	code, isCode := tariff.CleanCode(what)
	isCode = isCode && len(code) <= 10
	var body []byte
	var err error
	switch {
	case c.Local && isCode:
		body, err = c.place(code)
	case c.Local:
		body, err = c.find(what)
	default:
		body, err = c.ask(ctx, code, isCode, what)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(to.out, body)
	}
	return c.print(to.out, body)
}

func (c *lookCommand) ask(ctx context.Context, code string, isCode bool, what string) ([]byte, error) {
	server, err := c.remote()
	if err != nil {
		return nil, err
	}
	if isCode {
		return bodyOf(server.GetTariffCode(ctx, client.GetTariffCodeParamsCountry(c.Country), code,
			&client.GetTariffCodeParams{Language: new(client.GetTariffCodeParamsLanguage(c.Language))}))
	}
	return bodyOf(server.SearchTariff(ctx, &client.SearchTariffParams{
		CountryCode: client.SearchTariffParamsCountryCode(c.Country), Q: what, Language: new(client.SearchTariffParamsLanguage(c.Language)),
	}))
}

// place looks a code up in the embedded tariff.
func (c *lookCommand) place(code string) ([]byte, error) {
	show := tariffShowCommand{Country: c.Country}
	atlas, err := show.atlas()
	if err != nil {
		return nil, err
	}
	place, err := atlas.Place(c.Country, code)
	if err != nil {
		return nil, errors.New(fail.As(err).Message)
	}
	return json.Marshal(looked{Path: c.levels(place.Path), Children: c.levels(place.Children)})
}

// find searches the embedded tariff.
func (c *lookCommand) find(words string) ([]byte, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	national, err := tariff.LoadNational(knowledge.Vocabulary())
	if err != nil {
		return nil, err
	}
	atlas := tariff.NewAtlas(knowledge, national)
	hits, _ := search.New(knowledge, national, c.Country).Find(words, maxFound)
	var found looked
	for _, hit := range hits {
		path := atlas.Path(c.Country, hit.Code)
		found.Data = append(found.Data, c.levels(path[len(path)-1:])...)
	}
	return json.Marshal(found)
}

func (c *lookCommand) levels(levels []tariff.PlaceLevel) (shown []lookedLevel) {
	for _, l := range levels {
		shown = append(shown, lookedLevel{l.Code, l.Title.In(tariff.Language(c.Language)), l.Leaf})
	}
	return shown
}

func (c *lookCommand) print(out io.Writer, body []byte) error {
	var found looked
	if err := json.Unmarshal(body, &found); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	codes := newTable(out, "CODE", "TITLE")
	for depth, level := range found.Path {
		codes.row(level.Code, strings.Repeat("  ", depth)+level.Title)
	}
	for _, level := range found.Children {
		codes.row(level.Code, strings.Repeat("  ", len(found.Path))+level.Title)
	}
	for _, level := range found.Data {
		codes.row(level.Code, level.Title)
	}
	return codes.flush()
}
