package shipment

import "encoding/json"

// PaperType names what a paper is: the built-in schema it was read by, TypeOther or TypeUnread.
type PaperType string

// The types of papers.
const (
	TypeInvoice       PaperType = "commercial_invoice"
	TypePackingList   PaperType = "packing_list"
	TypeBillOfLading  PaperType = "bill_of_lading"
	TypeAirWaybill    PaperType = "air_waybill"
	TypeCertificate   PaperType = "certificate_of_origin"
	TypePedimento     PaperType = "pedimento"
	TypeCFDI          PaperType = "cfdi"
	TypePurchaseOrder PaperType = "purchase_order"
	TypeReceipt       PaperType = "receipt"
	TypeDeliveryNote  PaperType = "delivery_note"
	// TypeOther is a paper that no built-in schema describes, such as a data sheet.
	TypeOther PaperType = "other"
	// TypeUnread is a paper of which nothing could be read.
	TypeUnread PaperType = "unread"
)

// Types lists all types of papers.
func Types() []PaperType {
	return []PaperType{
		TypeInvoice, TypePackingList, TypeBillOfLading, TypeAirWaybill, TypeCertificate, TypePedimento, TypeCFDI,
		TypePurchaseOrder, TypeReceipt, TypeDeliveryNote, TypeOther, TypeUnread,
	}
}

// Invoice reports whether a paper of the type states the goods and their price.
func (t PaperType) Invoice() bool { return t == TypeInvoice || t == TypeCFDI }

// Transport reports whether it is a transport document.
func (t PaperType) Transport() bool { return t == TypeBillOfLading || t == TypeAirWaybill }

// Name is the type in words.
func (t PaperType) Name() Words {
	switch t {
	case TypeInvoice:
		return Words{"commercial invoice", "factura comercial"}
	case TypePackingList:
		return Words{"packing list", "lista de empaque"}
	case TypeBillOfLading:
		return Words{"bill of lading", "conocimiento de embarque"}
	case TypeAirWaybill:
		return Words{"air waybill", "guía aérea"}
	case TypeCertificate:
		return Words{"certificate of origin", "certificado de origen"}
	case TypePedimento:
		return Words{"pedimento", "pedimento"}
	case TypeCFDI:
		return Words{"CFDI", "CFDI"}
	case TypePurchaseOrder:
		return Words{"purchase order", "orden de compra"}
	case TypeReceipt:
		return Words{"receipt", "recibo"}
	case TypeDeliveryNote:
		return Words{"delivery note", "remisión"}
	case TypeUnread:
		return Words{"unread paper", "documento no leído"}
	case TypeOther:
	}
	return Words{"other paper", "otro documento"}
}

// Source is the place of a value on a page of a paper.
type Source struct {
	Paper      string     `json:"paper" doc:"Of the paper within the operation"`
	Page       int        `json:"page" doc:"Of the file, from 1; 0 where the place is not known"`
	Box        [4]float64 `json:"box" doc:"x0, y0, x1, y1 in shares of the page from its top left"`
	Text       string     `json:"text" doc:"The text as printed"`
	Confidence float64    `json:"confidence" doc:"How sure it is, 0 to 1"`
}

// Text is a text that a paper prints.
type Text struct {
	Value  string  `json:"value"`
	Source *Source `json:"source,omitempty"`
}

// Amount is a number that a paper prints.
type Amount struct {
	Value  *Number `json:"value"`
	Unit   string  `json:"unit,omitempty"`
	Source *Source `json:"source,omitempty"`
}

// Paper is one document of a file.
type Paper struct {
	ID             string          `json:"id"`
	File           int             `json:"file"` // its place among the files, from 1
	Type           PaperType       `json:"type"`
	TypeConfidence float64         `json:"type_confidence"`
	Pages          []int           `json:"pages"` // of the file
	Sheet          string          `json:"sheet,omitempty"`
	Data           json.RawMessage `json:"data,omitempty"` // by the built-in schema of its type
	Trouble        *Words          `json:"trouble,omitempty"`
	CopyOf         string          `json:"copy_of,omitempty"`   // the id of the paper that it repeats
	SetAside       bool            `json:"set_aside,omitempty"` // by an answer, or a proforma beside its invoice
	Proforma       bool            `json:"proforma,omitempty"`  // its title says so
	Warnings       json.RawMessage `json:"warnings,omitempty"`  // of reading
	Doubts         []Words         `json:"doubts,omitempty"`    // of the paper as a whole: where it begins and ends, what was left out

	Number    Text     `json:"number"`
	Date      Text     `json:"date"`
	Orders    Text     `json:"orders"`   // purchase order it refers to
	Invoices  []Text   `json:"invoices"` // invoice numbers that it quotes
	InvoiceOn Text     `json:"invoice_on"`
	Seller    Text     `json:"seller"` // seller, shipper or exporter
	Buyer     Text     `json:"buyer"`  // buyer, importer or recipient
	Consignee Text     `json:"consignee"`
	Currency  Text     `json:"currency"`
	Incoterm  Text     `json:"incoterm"`
	Prepaid   Text     `json:"prepaid"` // freight terms of a transport document
	Origin    Text     `json:"origin"`
	Agreement Text     `json:"agreement"`
	Subtotal  Amount   `json:"subtotal"`
	Total     Amount   `json:"total"`
	Discount  Amount   `json:"discount"`
	Freight   Amount   `json:"freight"`
	Insurance Amount   `json:"insurance"`
	Charges   Amount   `json:"charges"`
	Tax       Amount   `json:"tax"`
	Packages  Amount   `json:"packages"`
	GrossKg   Amount   `json:"gross_kg"`
	NetKg     Amount   `json:"net_kg"`
	Quantity  Amount   `json:"quantity"`
	From      Text     `json:"from"` // first day of a certificate's period
	Until     Text     `json:"until"`
	Items     []Item   `json:"items,omitempty"`
	Missing   []string `json:"missing,omitempty"` // what was looked for and not found
	Print     []string `json:"print,omitempty"`   // keys of its different words, sorted
}

// Counts reports whether a paper belongs to the operation: read, no copy, not set aside.
func (p Paper) Counts() bool { return p.Type != TypeUnread && p.CopyOf == "" && !p.SetAside }

// Title names a paper in words: "commercial invoice 4711".
func (p Paper) Title() Words {
	name := p.Type.Name()
	if p.Number.Value == "" {
		return name
	}
	return Words{name.English + " " + p.Number.Value, name.Spanish + " " + p.Number.Value}
}

// Item is a row of goods on a paper.
type Item struct {
	Row         int    `json:"row"` // from 0
	Description Text   `json:"description"`
	Part        Text   `json:"part"`
	Order       Text   `json:"order"`
	Code        Text   `json:"code"` // tariff code as printed
	Origin      Text   `json:"origin"`
	Unit        Text   `json:"unit" doc:"Customs unit of measure in which the quantity is declared"`
	Quantity    Amount `json:"quantity"`
	UnitPrice   Amount `json:"unit_price"`
	Amount      Amount `json:"amount"`
	NetKg       Amount `json:"net_kg"`
	GrossKg     Amount `json:"gross_kg"`
	Packages    Amount `json:"packages"`
}
