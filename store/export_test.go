package store

// ClaimTurn is the statement of Store.ClaimTurn.
const ClaimTurn = claimTurn
