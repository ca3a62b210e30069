package extract

import (
	"fmt"
	"testing"
)

// TestNoItemIsATotal gives no first cell of a column for a total that is not printed, and the total where it is.
func TestNoItemIsATotal(t *testing.T) {
	t.Parallel()
	rows := []string{"40 Estado de cuenta", "40 Cuenta 0117704429", "40 Detalle de movimientos", "40 OPER | 90 LIQ | 140 DESCRIPCIÓN | 350 CARGOS | 420 ABONOS | 500 SALDO",
		"40 02 OCT | 90 02 OCT | 140 PAGO CUENTA DE TERCERO | 420 12,500.00",
		"40 02 OCT | 90 05 OCT | 140 DEPOSITO DE CHEQUE | 420 48,210.40 | 500 179,153.03",
		"40 05 OCT | 90 05 OCT | 140 SPEI ENVIADO | 350 31,044.88",
		"40 05 OCT | 90 05 OCT | 140 COMISION SPEI | 350 6.50 | 500 148,100.61",
		"40 07 OCT | 90 07 OCT | 140 CFE SUMINISTRADOR | 350 8,912.00 | 500 139,188.61",
		"40 09 OCT | 90 09 OCT | 140 SPEI RECIBIDO | 420 96,300.25 | 500 235,488.86"}
	properties := `"total_cargos":{"type":"number"},"total_abonos":{"type":"number"}`
	got := givenBy(t, laid(t, "text", rows...), properties)
	if got["total_cargos"] != nil || got["total_abonos"] != nil {
		t.Errorf("totals %v and %v, want none: none is printed", got["total_cargos"], got["total_abonos"])
	}
	got = givenBy(t, laid(t, "text", append(rows, "", "40 Total cargos: 39,963.38", "40 Total abonos: 157,010.65")...), properties)
	if said := fmt.Sprintf("%v %v", got["total_cargos"], got["total_abonos"]); said != "39963.38 157010.65" {
		t.Errorf("totals %s, want 39963.38 and 157010.65", said)
	}
}
