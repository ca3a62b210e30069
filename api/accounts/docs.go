package accounts

import "tariffdesk/api/openapi"

// Docs describes operations of this package for the OpenAPI document, by operation id.
var Docs = map[string]openapi.Operation{
	"login": {
		About: "The access token lives 15 minutes, the refresh token 30 days. Five failures a minute from one network address on one account are 429; an unknown account answers as a wrong password does. " +
			"Sign-ins wait for their turn; network addresses take turns.",
		Body: openapi.Object{"email": "ana@example.com", "password": "correct horse battery"},
		Also: []int{401, 429}, Headers: []string{"Cache-Control"},
	},
	"refresh-token": {
		About: "Needs no access token. Each refresh token works once: used again within ten seconds it is 409, later it ends the session, because two hold it.",
		Body:  openapi.Object{"refresh_token": "019a3c1e8d2b7c449a512f6f0d8b7e10.1.c2lnbmF0dXJl"},
		Also:  []int{401, 409}, Headers: []string{"Cache-Control"},
	},
	"ask-password-reset": {
		About: "Answers alike and as fast whether an account has the address or not. The link holds for an hour. Five a minute for one account from one network address, beyond them 429. " +
			"Where the service sends no mail (`SMTP_URL`), an operator makes the link: `tariffdesk user reset EMAIL`.",
		Body: openapi.Object{"email": "ana@example.com"}, Also: []int{429},
	},
	"password-reset":  {About: "The token works once: used or expired it is 410.", Values: openapi.Object{"token": openapi.ExampleToken}, Body: openapi.Object{"new": "staple correct horse"}},
	"logout":          {About: "Access and refresh tokens of the session end in every process."},
	"get-account":     {About: "Answers an operator and an expired subscription too."},
	"change-password": {About: "A wrong current password is 403 and counts as a failed sign-in.", Body: openapi.Object{"current_password": "correct horse battery", "new_password": "staple correct horse"}},
	"list-sessions":   {About: "With network address and browser of each sign-in."},
	"end-sessions":    {About: "Answers how many were ended."},
	"end-session":     {About: "Its tokens end at once.", Values: openapi.Object{"session_id": openapi.ExampleID}},
	"list-keys":       {About: "For owners and admins who are signed in. Tokens are never shown again, only their prefix."},
	"create-key":      {About: "For owners and admins who are signed in. The token is shown this once. Every type of key charges alike.", Body: openapi.Object{"name": "warehouse", "type": "sk"}},
	"cancel-key":      {About: "Owners and admins name any key of the organisation by `key_id` or `key`; a key cancels itself alone.", Body: openapi.Object{"key_id": openapi.ExampleID}, Also: []int{404}},
}
