package jobs

// BatchInput is the input of a batch: how its rows are classified, and where they came from, so that
// the result can give the caller's own columns back.
type BatchInput struct {
	CountryCode    string      `json:"country_code"`
	Model          string      `json:"model"`
	TariffInfo     bool        `json:"tariff_info"`
	Language       string      `json:"language"`
	UserIdentifier string      `json:"user_identifier,omitempty"`
	Source         string      `json:"source"` // blob of the workbook
	Name           string      `json:"name"`   // of the caller's file, "" for items
	Layout         BatchLayout `json:"layout"`
	Rows           int         `json:"rows"`                   // below the header, those without a description included
	ReviewBelow    *float64    `json:"review_below,omitempty"` // nil for ReviewBelow
}

// ReviewBelow is the confidence from which on a classification needs no second look, as the interface grades it.
const ReviewBelow = 0.70

// BatchLayout is where the products stand in the workbook, in the terms of package excel.
type BatchLayout struct {
	Sheet       string
	HeaderRow   int
	Headers     []string
	Widths      []float64
	Description int
	ID          int
	Code        int // from 1, 0 for none
	Columns     int
	Unread      []string
}

// BatchText is a text to classify once, and the rows of the sheet that hold it. A chunk's input is
// a list of them in the order of the first rows.
type BatchText struct {
	Text string `json:"text"`
	Rows []int  `json:"rows"`
}

// TablesInput is the input of a job of tariff tables.
type TablesInput struct {
	CountryCode string   `json:"country_code"`
	Language    string   `json:"language"`
	Codes       []string `json:"codes"` // as the caller wrote them
}

// PrecedentsInput is the input of an import of precedents.
type PrecedentsInput struct {
	Source string `json:"source"` // blob of the file
	Name   string `json:"name"`   // of the file, kept as the rows' source
}

// Files is the result of a job that leaves files: the keys of their blobs. It is not shown as it is.
type Files struct {
	Workbook string `json:"workbook"`
	NDJSON   string `json:"ndjson"` // gzip
	Name     string `json:"name"`   // for the workbook, without ending
}

// LeavesFiles reports whether a job's result is Files.
func (k Kind) LeavesFiles() bool { return k == KindBatch || k == KindTables }
