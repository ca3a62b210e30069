package accounts

import (
	"tariffdesk/api/openapi"
)

// OrganizationDocs describes the operations on an organisation for the OpenAPI document, by operation id.
var OrganizationDocs = map[string]openapi.Operation{
	"subscription-info": {About: "Also for an expired subscription, by session. Limits are those of the subscription; null is no limit."},
	"usage":             {About: "From the ledger: charges less refunds, by day (UTC) and product. As CSV with `format=csv`.", Headers: []string{"Content-Disposition"}},
	"list-audit":        {About: "For owners and admins. `action=key.` gives all actions that begin so. As CSV with `format=csv`, 10,000 entries at most.", Headers: []string{"Content-Disposition"}},
	"list-requests":     {About: "For owners and admins. Written after the answer: a call shows within a second, and a few may be missing after a crash."},
	"list-members":      {About: "For owners and admins."},
	"add-member":        {About: "For owners and admins; only owners make owners.", Body: openapi.Object{"email": "luis@example.com", "role": "member", "password": "a long enough password", "name": "Luis"}},
	"change-member":     {About: "Only owners touch owners, and the last owner stays (409).", Values: openapi.Object{"user_id": openapi.ExampleID}, Body: openapi.Object{"role": "admin"}},
	"remove-member":     {About: "The sessions end at once.", Values: openapi.Object{"user_id": openapi.ExampleID}},
	"list-invitations":  {About: "For owners and admins. Tokens are not shown again."},
	"invite":            {About: "For owners and admins. Valid 168 hours unless told otherwise (1 to 720). The service sends no mail: hand the link over.", Body: openapi.Object{"email": "eva@example.com", "role": "member"}},
	"revoke-invitation": {About: "Its token is 410 from then on; an accepted one is 409.", Values: openapi.Object{"invitation_id": openapi.ExampleID}},
	"get-invitation":    {About: "For whoever has the token.", Values: openapi.Object{"token": openapi.ExampleToken}},
	"accept-invitation": {About: "Works once. Answers with the tokens of a session.", Values: openapi.Object{"token": openapi.ExampleToken}, Body: openapi.Object{"name": "Eva", "password": "a long enough password"}, Headers: []string{"Cache-Control"}},
	"set-webhook":       {About: "For owners and admins. Events follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature` (v1, HMAC-SHA256 in base64). Setting it again makes a new secret.", Body: openapi.Object{"url": "https://erp.example.com/hooks/tariffdesk"}},
	"get-webhook":       {About: "Without its secret.", Also: []int{404}},
	"delete-webhook":    {About: "What was not delivered yet is dropped.", Also: []int{404}},
	"list-deliveries":   {About: "Kept for 30 days."},
	"redeliver":         {About: "One that is pending is 409.", Values: openapi.Object{"webhook_id": openapi.ExampleID}},
	"test-webhook":      {About: "Shows whether the address answers and the signature is right.", Also: []int{404}},
	"rotate-webhook":    {About: "For 24 hours the header carries two signatures, the new one first."},
}
