package console

import (
	"net/http"
	"net/url"

	"tariffdesk/client"
)

func memberRoutes() []route {
	return []route{
		{pattern: "GET /app/settings/members", handle: membersPage},
		{pattern: "POST /app/settings/members/invitations", handle: invite},
		{pattern: "POST /app/settings/members/invitations/{id}/revoke", handle: revokeInvitation},
		{pattern: "POST /app/settings/members/{id}/role", handle: changeRole},
		{pattern: "POST /app/settings/members/{id}/remove", handle: removeMember},
	}
}

// membersData lists who belongs to the organisation, and who is invited.
type membersData struct {
	formPage
	settingsData
	Viewer      *viewer
	Members     []member
	Invitations []client.InvitationBody
	Made        *client.InviteOutputBody // with its link, this once
	Email       string
	Role        string
}

// member is a member, and what the viewer may do.
type member struct {
	client.MemberBody

	Own   bool `json:"-"`
	Fixed bool `json:"-"` // the viewer may not change the member
}

func loadMembers(v *visit) (*membersData, error) {
	d := &membersData{settingsData: settingsData{settingsTabs(v)}, Viewer: v.viewer, Role: "member"}
	var members struct {
		Data []member `json:"data"`
	}
	var invitations client.ListBodyInvitationBody
	all := url.Values{"limit": {"100"}}
	if err := v.get("/api/v3/organization/members", all, &members); err != nil {
		return nil, err
	}
	if err := v.get("/api/v3/organization/invitations", all, &invitations); err != nil {
		return nil, err
	}
	d.Members, d.Invitations = members.Data, invitations.Data
	for i := range d.Members {
		m := &d.Members[i]
		m.Own = m.UserId == v.viewer.UserId
		m.Fixed = m.Own || m.Role == "owner" && v.viewer.Role != "owner"
	}
	return d, nil
}

func membersPage(v *visit) error {
	d, err := loadMembers(v)
	if err != nil {
		return err
	}
	d.Made = revealed[client.InviteOutputBody](v)
	return v.page("members", d)
}

// invite leads to the page that shows the link, this once.
func invite(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	var made client.InviteOutputBody
	if err := v.post("/api/v3/organization/invitations", map[string]string{"email": v.field("email"), "role": v.field("role")}, &made); err != nil {
		return err
	}
	made.Url = absolute(v, made.Url)
	return revealNext(v, "/app/settings/members", made)
}

// absolute completes a link of the API where no address of the console is configured.
func absolute(v *visit, link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Host != "" {
		return link
	}
	return originOf(v) + link
}

func revokeInvitation(v *visit) error {
	if err := v.send(http.MethodDelete, "/api/v3/organization/invitations/"+url.PathEscape(v.r.PathValue("id")), nil, nil); err != nil {
		return err
	}
	return v.done("/app/settings/members", "invitation_revoked")
}

func changeRole(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	path := "/api/v3/organization/members/" + url.PathEscape(v.r.PathValue("id"))
	if err := v.send(http.MethodPatch, path, map[string]string{"role": v.field("role")}, nil); err != nil {
		return err
	}
	return v.done("/app/settings/members", "role_changed")
}

func removeMember(v *visit) error {
	if err := v.send(http.MethodDelete, "/api/v3/organization/members/"+url.PathEscape(v.r.PathValue("id")), nil, nil); err != nil {
		return err
	}
	return v.done("/app/settings/members", "member_removed")
}
