// Package hosts owns the faults of a deployment over many hosts. Its tests, behind the build tag
// hosts, make a network of namespaces on one machine: a host each for PostgreSQL and its standby,
// for Redis under Sentinel or as a cluster, for the blob store, the pooler, every api and worker.
// While callers call, a host dies, freezes or vanishes from the network; afterwards the ledger and
// the jobs are checked in SQL.
//
// It refuses to run without root and namespaces of its own: nothing is skipped.
package hosts
