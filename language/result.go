package language

import (
	"bytes"
	"encoding/json"
)

// Result puts the sentences of a stored result into a language: its errors, the messages of its warnings and the
// reasons of its refused rows, those of its documents too. Everything else stays as it is, in its order.
func Result(l Language, result []byte) []byte {
	if l == English {
		return result
	}
	translated, err := members(result, func(name string, value json.RawMessage) (json.RawMessage, error) {
		switch name {
		case "errors":
			var texts []string
			if json.Unmarshal(value, &texts) != nil {
				return value, nil //nolint:nilerr // what has another shape stays as it is
			}
			return marshal(Texts(l, texts))
		case "warnings":
			return elements(value, func(w json.RawMessage) json.RawMessage { return sentence(l, w, "message") })
		case "refused_rows":
			return elements(value, func(row json.RawMessage) json.RawMessage { return sentence(l, row, "reason") })
		case "documents":
			return elements(value, func(d json.RawMessage) json.RawMessage { return Result(l, d) })
		}
		return value, nil
	})
	if err != nil { // no object: nothing to translate
		return result
	}
	return translated
}

// sentence translates one member of an object.
func sentence(l Language, object json.RawMessage, member string) json.RawMessage {
	translated, err := members(object, func(name string, value json.RawMessage) (json.RawMessage, error) {
		var text string
		if name != member || json.Unmarshal(value, &text) != nil {
			return value, nil //nolint:nilerr // as above
		}
		text, _ = Text(l, text)
		return marshal(text)
	})
	if err != nil {
		return object
	}
	return translated
}

// elements changes each element of an array.
func elements(array json.RawMessage, change func(json.RawMessage) json.RawMessage) (json.RawMessage, error) {
	var all []json.RawMessage
	if json.Unmarshal(array, &all) != nil || all == nil {
		return array, nil //nolint:nilerr // as above
	}
	for i := range all {
		all[i] = change(all[i])
	}
	return marshal(all)
}

// members changes each member of an object and keeps their order.
func members(object []byte, change func(name string, value json.RawMessage) (json.RawMessage, error)) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return object, err
	}
	out := bytes.NewBufferString("{")
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		text, _ := name.(string)
		if value, err = change(text, value); err != nil {
			return nil, err
		}
		key, err := marshal(text)
		if err != nil {
			return nil, err
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// marshal writes JSON as the API does: without escapes of HTML.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
