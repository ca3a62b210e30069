package quote

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	e := setup(t)
	body, _ := os.ReadFile(os.Getenv("ZZ"))
	req, err := e.Read(body, "MEX", true)
	if err != nil {
		fmt.Printf("%v %+v\n", err, err)
		return
	}
	items, err := e.Quote(context.Background(), req)
	out, _ := json.MarshalIndent(items, "", " ")
	fmt.Println(string(out), err)
}
