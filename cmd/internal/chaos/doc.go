// Package chaos owns the faults that the service must survive: it starts the real binary on a real
// PostgreSQL and Redis, kills, pauses and disconnects what a fault names, and checks the ledger and
// the jobs in SQL afterwards. Latency under load belongs to the benchmark; here it counts what is
// lost or doubled.
package chaos
