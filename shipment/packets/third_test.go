package packets

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// digest is that of what a packet prints and of its truth. The streams are unpacked first, for packing may change with the compiler.
func digest(t *testing.T, p Packet) string {
	t.Helper()
	h := sha256.New()
	for rest := p.PDF; ; {
		_, after, found := bytes.Cut(rest, []byte("stream\n"))
		if !found {
			break
		}
		if unpacked, err := zlib.NewReader(bytes.NewReader(after)); err == nil {
			if _, err := io.Copy(h, unpacked); err != nil {
				t.Fatal(err)
			}
		}
		rest = after
	}
	p.PDF = nil
	fmt.Fprintf(h, "%+v", p)
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

func TestThePacketsOfSeedsThatWereReadStayAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		number int
		seed   uint64
		want   string
	}{
		{0, 0, "d5d922538130f35b"}, {1, 0, "81c4373cd29cc917"}, {6, 0, "fd45a936e91544c0"}, {0, 1, "e425bc2813a39177"}, {2, 1, "dcf2a342ad6bb50d"}, {8, 1, "80f52185623edebd"}, {7, 999, "3377bec6f856f11b"},
	} {
		p, err := Draw(c.number, c.seed)
		if err != nil {
			t.Fatal(err)
		}
		if got := digest(t, p); got != c.want {
			t.Errorf("packet %d of seed %d is %s, not %s", c.number, c.seed, got, c.want)
		}
	}
}

func TestTheThirdPoolHasWordsOfItsOwn(t *testing.T) {
	t.Parallel()
	read, other, third := wordings(wordFile), wordings(otherWordFile), wordings(thirdWordFile)
	all, common := 0, 0
	for key, said := range other {
		if len(third[key]) < 3 {
			t.Errorf("%s has %d wordings", key, len(third[key]))
		}
		for i, text := range third[key] {
			if text == "" || slices.Contains(third[key][:i], text) {
				t.Errorf("%s: wording %q is empty or stands twice", key, text)
			}
			all++
			if slices.ContainsFunc(slices.Concat(said, read[key]), func(known string) bool { return strings.EqualFold(known, text) }) {
				common++
			}
		}
	}
	if common*5 > all*2 {
		t.Errorf("%d of %d wordings are those of the other pools", common, all)
	}
	for _, lang := range languages {
		for i := range 3 {
			if c := thirdSources[lang][i]; slices.Contains(slices.Concat(sources[lang], otherSources[lang]), c) {
				t.Errorf("%s: %s is of another pool", lang, c.en)
			}
			if f := thirdMakers[lang][i]; slices.Contains(slices.Concat(makers[lang], otherMakers[lang]), f) {
				t.Errorf("%s: %s is of another pool", lang, f.name)
			}
		}
	}
	for i, row := range table(thirdGoodsFile) {
		first := table(goodsFile)[i]
		if !slices.Equal(row[3:], first[3:]) || row[0] == first[0] || len(row) != len(first) {
			t.Errorf("goods %d: %q beside %q", i, row, first)
		}
	}
}

func TestThePapersOfTheThirdPoolHaveDesignsOfTheirOwn(t *testing.T) {
	t.Parallel()
	designs, planted := map[int]bool{}, map[Difference]bool{}
	for n := range Count {
		d := plan(n, thirdSeed)
		for _, f := range d.forms() {
			designs[f.design] = true
		}
		for _, difference := range d.Planted {
			planted[difference] = true
		}
	}
	for design := range everyDesign {
		if designs[design] != (design >= designGrid) {
			t.Errorf("design %d: %t", design, designs[design])
		}
	}
	if len(planted) < len(Differences())-2 {
		t.Errorf("planted: %v", planted)
	}
	a, err := Draw(0, thirdSeed)
	b, err2 := Draw(0, thirdSeed)
	c, err3 := Draw(0, thirdSeed+1)
	if err != nil || err2 != nil || err3 != nil || !bytes.Equal(a.PDF, b.PDF) || bytes.Equal(a.PDF, c.PDF) {
		t.Error("a packet is drawn otherwise the second time, or as that of another seed", err, err2, err3)
	}
}

// printed is the text of each page, its spaces made one.
func printed(t *testing.T, p Packet) (pages []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "packet.pdf")
	if err := os.WriteFile(file, p.PDF, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "pdftotext", "-raw", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	for page := range strings.SplitSeq(string(out), "\f") {
		pages = append(pages, strings.Join(strings.Fields(page), " "))
	}
	return pages
}

func TestThePapersOfTheThirdPoolPrintTheirTruth(t *testing.T) {
	t.Parallel()
	for n := range Count {
		if plan(n, thirdSeed).Scan {
			continue
		}
		p, err := Draw(n, thirdSeed)
		if err != nil {
			t.Fatal(err)
		}
		d, pages := plan(n, thirdSeed), printed(t, p)
		for i, paper := range p.Papers {
			text := strings.Join(pages[paper.Pages[0]-1:paper.Pages[len(paper.Pages)-1]], " ")
			for _, want := range truth(d, d.kinds[i]) {
				if !strings.Contains(text, want) {
					t.Errorf("packet %d: %s does not print %q:\n%s", n, d.kinds[i], want, text)
				}
			}
		}
	}
}

// truth is what a kind of paper has to print.
func truth(d *deal, kind string) (want []string) {
	weights := func(all []Line) (net, gross, packages int) {
		for _, l := range all {
			net, gross, packages = net+l.Net, gross+l.Gross, packages+l.Packages
		}
		return net, gross, packages
	}
	switch kind {
	case "invoice", "second invoice":
		lines := d.Lines[:d.split]
		if kind != "invoice" {
			lines = d.Lines[d.split:]
		}
		want = append(want, d.Invoice, d.Currency, d.Incoterm+" ", d.maker.name, d.buyer.name)
		origin, total := d.origin.in(d.Lang), 0
		for i, l := range lines {
			if d.originBy == originColumn {
				origin = d.country(l.Origin)
			}
			amount := l.AmountCents()
			if kind == "invoice" && i == d.WrongAmount {
				amount += WrongAmountCents
			}
			want = append(want, l.Part, l.Description, l.Unit, d.figure(l.Quantity, 0), d.figure(l.PriceCents, 2), d.figure(amount, 2), origin)
			total += amount
		}
		if kind == "invoice" {
			total += d.wrongCents + d.FreightCents + d.InsuranceCents
		}
		want = append(want, d.figure(total, 2))
		if d.FreightCents > 0 {
			want = append(want, d.figure(d.FreightCents, 2), d.figure(d.InsuranceCents, 2))
		}
	case "packing_list":
		net, gross, packages := weights(d.packing)
		want = append(want, d.Invoice, d.maker.name, d.figure(net+d.listNet, 1), d.figure(gross, 1), strconv.Itoa(packages))
		for _, l := range d.packing {
			want = append(want, l.Part, l.Description, l.Unit, d.figure(l.Quantity, 0), d.figure(l.Net, 1), d.figure(l.Gross, 1))
		}
	case "bill_of_lading", "air_waybill":
		english := d.abroad()
		want = append(want, d.cargoShipper.name, d.sent.name, d.buyer.name, strconv.Itoa(d.cargoCount)+" ", english.figure(d.cargoGross, 1)+" KGS", english.say(map[bool]string{true: "prepaid", false: "collect"}[d.prepaid]))
	case "certificate_of_origin":
		want = append(want, d.maker.name, d.buyer.name, d.certifiedRef)
		for _, l := range d.Lines {
			want = append(want, l.Description, strconv.Itoa(l.Packages))
		}
	}
	return want
}
