package bench
import ("testing";"text/tabwriter";"os")
func TestZZ(t *testing.T){
 b:=&bench{scale:10,binary:"/tmp/bx/td",table:tabwriter.NewWriter(os.Stdout,0,0,2,' ',0)}
 if err:=b.open(t.Context());err!=nil{t.Fatal(err)}
 defer b.close()
 if err:=b.batches(t.Context());err!=nil{b.table.Flush();t.Fatal(err)}
 b.table.Flush()
}
