package describe

import (
	"fmt"
	"strings"
	"testing"
)

// table is a sheet written in lines and strokes.
func table(lines ...string) [][]string {
	var rows [][]string
	for _, l := range lines {
		var row []string
		if l != "" {
			row = strings.Split(l, "|")
		}
		rows = append(rows, row)
	}
	return rows
}

// TestColumnsKeepTheSenseOfTheirHeadersAndHaveTheTypeOfTheirValues holds whatever stands above and between them.
func TestColumnsKeepTheSenseOfTheirHeadersAndHaveTheTypeOfTheirValues(t *testing.T) {
	t.Parallel()
	repeated := []string{"Estatus|Moneda|Cliente"}
	for i := range 12 {
		repeated = append(repeated, []string{"pagado", "pendiente"}[i%2]+"|"+[]string{"MXN", "USD", "MXN"}[i%3]+"|"+[]string{"Acme", "Brío"}[i%2])
	}
	for name, c := range map[string]struct {
		rows [][]string
		want string
	}{
		"headers keep their sense": {table("Razón social|CAE|Location|Fecha de emisión", "Brío SA|74123456789012|Shelf 4|2026-01-31", "Sol SRL|74123456789013|Shelf 5|2026-02-01"),
			"razon_social:string cae:string location:string fecha_emision:date"},
		"codes with zeros":    {table("Material|Postal code|Stock", "000123|01000|5", "000124|06700|12"), "material:string postal_code:string stock:integer"},
		"codes of one length": {table("Ref|Pieces", "744120|1", "744121|2", "744133|3"), "ref:string pieces:integer"},
		"dates":               {table("Shipped|Arrived|Printed", "31/01/2026|2026-02-03 14:00|3 Mar 2026", "01/02/2026|2026-02-04 08:30|4 Mar 2026"), "shipped:date arrived:date printed:date"},
		"money and percent":   {table("Price|Precio|Margin|Balance", "$1,234.50|1.234,50 €|12.5%|(20.00)", "$80.00|80,00 €|7%|15.25"), "price:number precio:number margin:number balance:number"},
		"yes and no":          {table("Name|Hazardous|Activo", "a|Yes|sí", "b|No|no"), "name:string hazardous:boolean activo:boolean"},
		"mixed is text":       {table("Size|Note", "12|1", "XL|n.a."), "size:string note:string"},
		"few values":          {table(repeated...), "estatus:enum(pagado|pendiente) moneda:enum(MXN|USD) cliente:string"},
		"a title merged over": {table("Lista de precios|Lista de precios|Lista de precios", "", "Clave|Producto|Precio", "A1|Silla|10.50"), "clave:string producto:string precio:number"},
		"particulars above":   {table("Inventory report", "Date:|2026-01-31", "Warehouse:|North", "Item|Location|Qty|Unit", "bolt|A-1|4|pcs", "nut|A-2|5|pcs"), "item:string location:string qty:integer unit:string"},
		"two lines, merged": {table("Código|Peso|Peso|Medidas|Medidas", "Código|Neto|Bruto|Largo|Ancho", "A1|1.5|2|10|20", "A2|2.5|3|11|21"),
			"codigo:string peso_neto:number peso_bruto:number medidas_largo:integer medidas_ancho:integer"},
		"two lines, not merged": {table("Part|Weight||Qty", "|net|gross|", "A1|1.5|2|10", "A2|2.5|3|11"), "part:string weight_net:number weight_gross:number qty:integer"},
		"a unit over two":       {table("Part|Weight (kg)||Qty", "|Net|Gross|", "A1|1.5|2|10", "A2|2.5|3|11"), "part:string weight_net:number weight_gross:number qty:integer"},
		"groups over a full header": {table("Part|Name|Weight (kg)|Weight (kg)|Size cm|Size cm|Size cm|Fragile", "Part|Name|Net|Gross|L|W|H|Fragile", "A1|Lamp|1.5|2.1|30|20|10|no", "A2|Rug|2.5|3.1|30|20|11|yes"),
			"part:string name:string weight_net:number weight_gross:number size_cm_l:integer size_cm_w:integer size_cm_h:integer fragile:boolean"},
		"groups without merges": {table("||Weight (lb)||Size in", "Part|Name|Net|Gross|Length|Width|Height|Origin", "A1|Lamp|1.5|2.1|30|20|10|MX", "A2|Rug|2.5|3.1|30|20|11|US"),
			"part:string name:string weight_net:number weight_gross:number size_in_length:integer size_in_width:integer size_in_height:integer origin:string"},
		"groups below a title": {table("Lista de empaque marzo", "", "||Peso (kg)|Peso (kg)|Medidas (cm)|Medidas (cm)|Medidas (cm)|", "Clave|Pieza|Neto|Bruto|Largo|Ancho|Alto|Cajas", "A1|Silla|1.5|2.1|30|20|10|4", "A2|Mesa|2.5|3.1|30|20|11|5"),
			"clave:string pieza:string peso_neto:number peso_bruto:number medidas_largo:integer medidas_ancho:integer medidas_alto:integer cajas:integer"},
		"a title is no group": {table("Packing list||March|", "Part|Name|Net|Gross", "A1|Lamp|1.5|2.1", "A2|Rug|2.5|3.1"), "part:string name:string net:number gross:number"},
		"empty and twice":     {table("Name|Note||Note|", "x|w|4|z|", "x|w|5|z|"), "name:string note:string column_c:integer note_2:string"},
		"units are no name":   {table("Peso neto (kg)|Volume [m³]|Cost (USD)", "7.25|1.5|3.10", "8|2|4.00"), "peso_neto:number volume:number cost:number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, columns, err := newWriter(t).GenerateTable(c.rows, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(itemsOf(t, raw)); got != c.want {
				t.Errorf("\ngot  %s\nwant %s\n%s", got, c.want, fmt.Sprintf("%+v", columns))
			}
		})
	}
}

// TestAColumnKeepsTheUnitOfItsGroup in its description, where the name goes without it.
func TestAColumnKeepsTheUnitOfItsGroup(t *testing.T) {
	t.Parallel()
	raw, _, err := newWriter(t).GenerateTable(table("|Weight (kg)|Weight (kg)|Dimensions cm|Dimensions cm", "Item|Net|Gross|L|W", "A1|1.5|2.1|30|20", "A2|2.5|3.1|30|20"), 0)
	if err != nil {
		t.Fatal(err)
	}
	items := itemsOf(t, raw)
	for name, want := range map[string]string{"weight_net": "Weight (kg) Net", "weight_gross": "Weight (kg) Gross", "dimensions_cm_l": "Dimensions cm L", "dimensions_cm_w": "Dimensions cm W"} {
		if p := items.get(name); p == nil || p.Description != want {
			t.Errorf("%s: %+v, want %q", name, p, want)
		}
	}
}
