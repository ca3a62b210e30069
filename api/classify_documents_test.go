package api_test

import (
	"net/http"
	"testing"

	"tariffdesk/jobs"
)

func TestAClassificationWithFilesIsWorkOnDocumentsAndShownAsClassification(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	text := part{"document_files", "leather work gloves", "note.txt"}
	for _, c := range []struct {
		parts []part
		want  jobs.Kind
	}{
		{[]part{description("gloves"), text}, jobs.KindClassify},
		{[]part{description("gloves"), {"image_files", blankPage(t), "front.png"}}, jobs.KindClassifyDocuments},
		{[]part{text, {"document_files", layout(t, "07_commercial_invoice_en.pdf"), "list.pdf"}}, jobs.KindClassifyDocuments},
	} {
		s.classify(s.key, c.parts...).want(http.StatusOK)
		var list struct{ Data []jobBody }
		s.get("/api/v3/jobs?limit=1", s.key).want(http.StatusOK).decode(&list)
		var kind jobs.Kind
		if err := s.store.QueryRow(t.Context(), `SELECT kind FROM jobs WHERE id = $1`, []any{list.Data[0].JobID}, &kind); err != nil {
			t.Fatal(err)
		}
		if kind != c.want || list.Data[0].Kind != "classify" {
			t.Errorf("kind %s, shown as %s, want %s", kind, list.Data[0].Kind, c.want)
		}
	}
}
