package console

import (
	"net/http"
	"net/url"

	"tariffdesk/client"
)

func invitationRoutes() []route {
	return []route{
		{pattern: "GET /app/invitation/{token}", open: true, handle: invitationPage},
		{pattern: "POST /app/invitation/{token}", open: true, handle: acceptInvitation},
	}
}

// invitationData is shown to an invited person, with the fields to fill in.
type invitationData struct {
	formPage
	client.InvitedBody

	Name     string `json:"-"`
	Mismatch bool   `json:"-"`
}

func loadInvitation(v *visit) (d *invitationData, path string, err error) {
	v.w.Header().Set("Referrer-Policy", "no-referrer") // the address is the secret
	path = "/api/v3/invitations/" + url.PathEscape(v.r.PathValue("token"))
	d = &invitationData{}
	return d, path, v.get(path, nil, d)
}

func invitationPage(v *visit) error {
	d, _, err := loadInvitation(v)
	if err != nil {
		return err
	}
	return v.page("invitation", d)
}

func acceptInvitation(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d, path, err := loadInvitation(v)
	if err != nil {
		return err
	}
	d.Name = v.field("name")
	chosen := v.r.PostFormValue("new_password")
	if chosen != v.r.PostFormValue("repeat_password") {
		d.Mismatch = true
		return v.pageStatus(http.StatusUnprocessableEntity, "invitation", d)
	}
	body := map[string]string{"password": chosen}
	if d.Name != "" {
		body["name"] = d.Name
	}
	var got tokens
	v.token = "" // whoever is signed in accepts nothing for another
	if err := v.post(path+"/accept", body, &got); err != nil {
		return err
	}
	v.keep(got)
	return v.redirect("/app/sign-in/done?return=%2Fapp%2F")
}
