package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"tariffdesk/classify"
	"tariffdesk/client"
	"tariffdesk/extract"
	"tariffdesk/tariff"
)

type classifyCommand struct {
	where
	Text     []string `arg:"" optional:"" help:"What the goods are; - reads the standard input, and so does giving neither TEXT nor a file."`
	File     []string `short:"f" type:"existingfile" help:"Text, PDF or picture that describes them; may be given several times."`
	Country  string   `short:"c" default:"WORLD" enum:"${countries}" help:"Whose nomenclature: ${enum}."`
	Model    string   `default:"pro" enum:"fast,pro" help:"The engine: ${enum}."`
	Language string   `short:"l" default:"English" enum:"English,Spanish" help:"${enum}."`
}

// maxTextBytes is beyond what the engine reads of a description.
const maxTextBytes = 1 << 20

// maxClassifyPages is how many pages of files are read in all.
const maxClassifyPages = 20

// Run prints the codes, best first, and what is left open.
func (c *classifyCommand) Run(ctx context.Context, to streams) error {
	text := strings.Join(c.Text, " ")
	if text == "-" || text == "" && len(c.File) == 0 {
		read, err := readBounded(to.in, "the standard input", maxTextBytes)
		if err != nil {
			return err
		}
		if text = strings.TrimSpace(string(read)); text == "" {
			return usageError{errors.New("want TEXT, --file, or a text on the standard input")}
		}
	}
	ask := c.ask
	if c.Local {
		ask = c.local
	}
	body, err := ask(ctx, text)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(to.out, body)
	}
	return c.print(to.out, body)
}

func (c *classifyCommand) ask(ctx context.Context, text string) ([]byte, error) {
	server, err := c.remote()
	if err != nil {
		return nil, err
	}
	files := map[string][]string{}
	for _, name := range c.File {
		content, err := readFile(name)
		if err != nil {
			return nil, err
		}
		field := "document_files"
		if strings.HasPrefix(http.DetectContentType(content), "image/") {
			field = "image_files"
		}
		files[field] = append(files[field], name)
	}
	contentType, body, err := form(map[string]string{"product_description": text, "language": c.Language}, files)
	if err != nil {
		return nil, err
	}
	response, err := server.ClassifyWithBody(ctx, &client.ClassifyParams{
		CountryCode: client.ClassifyParamsCountryCode(c.Country), Model: new(client.ClassifyParamsModel(c.Model)), IdempotencyKey: once(),
	}, contentType, body)
	return server.answer(ctx, response, err)
}

// local asks the embedded engine, which holds no duties: tariff_info stays empty.
func (c *classifyCommand) local(ctx context.Context, text string) ([]byte, error) {
	parts := []string{text}
	for _, name := range c.File {
		read, err := readText(ctx, name)
		if err != nil {
			return nil, err
		}
		parts = append(parts, read)
	}
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return nil, err
	}
	var options classify.Options
	if c.Country != tariff.WorldCode {
		national, err := tariff.LoadNational(knowledge.Vocabulary())
		if err != nil {
			return nil, err
		}
		options = classify.Options{Schedule: classify.National{National: national}, Measures: national.Measures()}
	}
	engine, err := classify.New(knowledge, options)
	if err != nil {
		return nil, err
	}
	result, err := engine.Classify(ctx, classify.Request{
		Description: strings.TrimSpace(strings.Join(parts, "\n")), Country: classify.Country(c.Country), Model: classify.Model(c.Model),
		Language: tariff.Language(c.Language), Limit: 5,
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// readText reads the text of a file, with the engine of documents where it is none.
func readText(ctx context.Context, name string) (string, error) {
	content, err := readFile(name)
	if err != nil || strings.HasPrefix(http.DetectContentType(content), "text/plain") && utf8.Valid(content) {
		return string(content), err
	}
	engine, err := extract.New(extract.Config{})
	if err != nil {
		return "", err
	}
	pages, _, err := engine.Read(ctx, content, maxClassifyPages, nil)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	var text strings.Builder
	for _, page := range pages {
		text.WriteString(page.Text + "\n")
	}
	return text.String(), nil
}

func (c *classifyCommand) print(out io.Writer, body []byte) error {
	var result classify.Result
	if err := json.Unmarshal(body, &result); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	codes := newTable(out, "CODE", "CONFIDENCE", "NAME")
	for _, s := range result.Suggestions {
		best := s.Subheading
		for _, level := range []classify.Level{s.Line, s.Statistical} {
			if level.Code != "" {
				best = level
			}
		}
		codes.row(best.Code, fmt.Sprintf("%.0f %%", 100*s.Confidence), best.Name)
	}
	if err := codes.flush(); err != nil {
		return err
	}
	if len(result.Suggestions) > 0 {
		_, _ = fmt.Fprintf(out, "\n%s\n", result.Suggestions[0].Reason)
	}
	for _, question := range result.Questions {
		_, _ = fmt.Fprintf(out, "? %s\n", question)
	}
	return nil
}
