package tariff
import ("testing";"os";"time")
func TestDev(t *testing.T){ s:=time.Now(); k,err:=ReadKnowledge(os.DirFS("/tmp/kd")); if err!=nil{t.Fatal(err)}; a,b,c:=k.Counts(); t.Log(a,b,c,time.Since(s),k.Missing()) }
