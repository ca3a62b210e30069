//go:build !packed

package tariff

import "embed"

// embedded holds the data files.
//
//go:embed data/hs data/law.txt data/facets.txt data/lexicon.txt data/measures.txt data/lines data/schedules data/editions
var embedded embed.FS
