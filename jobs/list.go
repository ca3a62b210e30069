package jobs

// List is a list of an organisation that is read page by page.
type List string

// The lists that are read page by page.
const (
	ListJobs          List = "jobs"
	ListQuotes        List = "quotes"
	ListRecords       List = "records"
	ListBatchRows     List = "batch_rows"
	ListLinks         List = "share_links"
	ListCalls         List = "calls"
	ListAudit         List = "audit"
	ListMembers       List = "members"
	ListInvitations   List = "invitations"
	ListDeliveries    List = "deliveries"
	ListOrganisations List = "organisations"
	ListShipments     List = "shipments"
)
