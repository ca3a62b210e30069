package worker_test

import (
	"bytes"
	"testing"

	"github.com/go-pdf/fpdf"
)

// paper is a PDF of lines; a line with a bar has its label left of it and its value right.
func paper(t testing.TB, pages int, lines ...string) []byte {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	encode := pdf.UnicodeTranslatorFromDescriptor("")
	for range pages {
		pdf.AddPage()
		pdf.SetFont("Helvetica", "", 10)
		for _, line := range lines {
			label, value, pair := bytes.Cut([]byte(line), []byte("|"))
			if pair {
				pdf.CellFormat(70, 7, encode(string(label)), "", 0, "L", false, 0, "")
				pdf.CellFormat(110, 7, encode(string(value)), "", 1, "L", false, 0, "")
				continue
			}
			pdf.MultiCell(180, 7, encode(line), "", "L", false)
		}
	}
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// constancia is a certificate of tax status in the shape of the official one.
func constancia(t testing.TB, rfc, name, day string) []byte {
	return paper(t, 1, "CONSTANCIA DE SITUACIÓN FISCAL", "Lugar y Fecha de Emisión|GUADALAJARA , JALISCO A "+day, "Datos de Identificación del Contribuyente:",
		"RFC:|"+rfc, "Denominación/Razón Social:|"+name, "Régimen Capital:|SOCIEDAD ANONIMA DE CAPITAL VARIABLE", "Nombre Comercial:|",
		"Fecha inicio de operaciones:|14 DE MARZO DE 2012", "Estatus en el padrón:|ACTIVO", "Datos del domicilio registrado",
		"Código Postal:|44100", "Tipo de Vialidad:|CALLE", "Nombre de Vialidad:|DE LOS INVENTOS", "Número Exterior:|12", "Nombre de la Colonia:|CENTRO",
		"Nombre del Municipio o Demarcación Territorial:|GUADALAJARA", "Nombre de la Entidad Federativa:|JALISCO")
}
