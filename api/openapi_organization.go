package api

var organizationDocs = map[string]operationDoc{
	"subscription-info": {about: "Also for an expired subscription, by session. Limits are those of the subscription; null is no limit."},
	"usage":             {about: "From the ledger: charges less refunds, by day (UTC) and product. As CSV with `format=csv`.", headers: []string{"Content-Disposition"}},
	"list-audit":        {about: "For owners and admins. `action=key.` gives all actions that begin so. As CSV with `format=csv`, 10,000 entries at most.", headers: []string{"Content-Disposition"}},
	"list-requests":     {about: "For owners and admins. Written after the answer: a call shows within a second, and a few may be missing after a crash."},
	"list-members":      {about: "For owners and admins."},
	"add-member":        {about: "For owners and admins; only owners make owners.", body: object{"email": "luis@example.com", "role": "member", "password": "a long enough password", "name": "Luis"}},
	"change-member":     {about: "Only owners touch owners, and the last owner stays (409).", values: object{"user_id": exampleID}, body: object{"role": "admin"}},
	"remove-member":     {about: "The sessions end at once.", values: object{"user_id": exampleID}},
	"list-invitations":  {about: "For owners and admins. Tokens are not shown again."},
	"invite":            {about: "For owners and admins. Valid 168 hours unless told otherwise (1 to 720). The service sends no mail: hand the link over.", body: object{"email": "eva@example.com", "role": "member"}},
	"revoke-invitation": {about: "Its token is 410 from then on; an accepted one is 409.", values: object{"invitation_id": exampleID}},
	"get-invitation":    {about: "For whoever has the token.", values: object{"token": exampleToken}},
	"accept-invitation": {about: "Works once. Answers with the tokens of a session.", values: object{"token": exampleToken}, body: object{"name": "Eva", "password": "a long enough password"}, headers: []string{"Cache-Control"}},
	"set-webhook":       {about: "For owners and admins. Events follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature` (v1, HMAC-SHA256 in base64). Setting it again makes a new secret.", body: object{"url": "https://erp.example.com/hooks/tariffdesk"}},
	"get-webhook":       {about: "Without its secret.", also: []int{404}},
	"delete-webhook":    {about: "What was not delivered yet is dropped.", also: []int{404}},
	"list-deliveries":   {about: "Kept for 30 days."},
	"redeliver":         {about: "One that is pending is 409.", values: object{"webhook_id": exampleID}},
	"test-webhook":      {about: "Shows whether the address answers and the signature is right.", also: []int{404}},
	"rotate-webhook":    {about: "For 24 hours the header carries two signatures, the new one first."},
}
