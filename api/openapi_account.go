package api

var accountDocs = map[string]operationDoc{
	"login": {
		about: "The access token lives 15 minutes, the refresh token 30 days. Five failures a minute from one network address on one account are 429; an unknown account answers as a wrong password does. " +
			"Sign-ins wait for their turn; network addresses take turns.",
		body: object{"email": "ana@example.com", "password": "correct horse battery"},
		also: []int{401, 429}, headers: []string{"Cache-Control"},
	},
	"refresh-token": {
		about: "Needs no access token. Each refresh token works once: used again within ten seconds it is 409, later it ends the session, because two hold it.",
		body:  object{"refresh_token": "019a3c1e8d2b7c449a512f6f0d8b7e10.1.c2lnbmF0dXJl"},
		also:  []int{401, 409}, headers: []string{"Cache-Control"},
	},
	"logout":          {about: "Access and refresh tokens of the session end in every process."},
	"get-account":     {about: "Answers an operator and an expired subscription too."},
	"change-password": {about: "A wrong current password is 403 and counts as a failed sign-in.", body: object{"current_password": "correct horse battery", "new_password": "staple correct horse"}},
	"list-sessions":   {about: "With network address and browser of each sign-in."},
	"end-sessions":    {about: "Answers how many were ended."},
	"end-session":     {about: "Its tokens end at once.", values: object{"session_id": exampleID}},
	"list-keys":       {about: "For owners and admins who are signed in. Tokens are never shown again, only their prefix."},
	"create-key":      {about: "For owners and admins who are signed in. The token is shown this once. Every type of key charges alike.", body: object{"name": "warehouse", "type": "sk"}},
	"cancel-key":      {about: "Owners and admins name any key of the organisation by `key_id` or `key`; a key cancels itself alone.", body: object{"key_id": exampleID}, also: []int{404}},
}
