package extract_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"tariffdesk/extract"
)

func ExampleEngine_Extract() {
	engine, err := extract.New(extract.Config{})
	if err != nil {
		panic(err)
	}
	file, err := os.ReadFile("testdata/layouts/17_bill_of_lading_es.pdf")
	if err != nil {
		panic(err)
	}
	result, err := engine.Extract(context.Background(), extract.Request{
		File: file, DocumentType: "conocimiento de embarque",
		Schema: json.RawMessage(`{"type":"object","properties":{"buque":{"type":"string"},"puerto_de_carga":{"type":"string"}}}`),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(result.Data))
	// Output: {"buque":"ESTRELLA DEL SUR","puerto_de_carga":"Buenaventura"}
}
