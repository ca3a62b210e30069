package precedent

// Coefficients weigh each kind of evidence by each part of trust; precedentTrees add what they
// miss. Both are fitted by TestRefitPrecedents on held-out precedents and the development files.
var Coefficients = [PrecCount]Trust{
	precScore:          {3.957, -0.439, -0.294},
	precHeadingScore:   {0.917, -0.862, -0.289},
	precVotes:          {0.226, -0.155, 0.151},
	precVotesLog:       {0.824, 0.112, 0.350},
	precHeadingVotes:   {0.052, -0.226, 0.053},
	precHeadingLog:     {0.556, 0.156, 0.260},
	precNearest:        {-0.056, -0.286, 0.152},
	precHeadingNearest: {-0.065, -0.182, 0.038},
	precWords:          {0.617, -0.240, 0.975},
	precPairs:          {0.537, -0.421, 0.616},
	precHeadingWords:   {0.481, -0.327, 0.360},
	precHeadingPairs:   {0.522, -0.337, 0.182},
	precChapterWords:   {0.539, 0.023, 0.311},
}

var trees = []Tree{
	{
		[7]uint8{precHeadingScore, precVotes, precHeadingScore, precScore, precScore, precVotes, precNearest},
		[7]float32{-1.57, 0.0644, -0.3311, 0.5771, 1e+09, 0.03997, 0.2911},
		[8]float32{0.055, -0.023, 0.417, 0, -0.045, 0.055, 0.017, -0.023},
	},
	{
		[7]uint8{precHeadingScore, precHeadingLog, precHeadingScore, precScore, precScore, precVotesLog, precNearest},
		[7]float32{-1.57, 0.554, -0.5503, 0.5771, 1e+09, 0.4351, 0.4607},
		[8]float32{0.073, -0.026, 0.354, 0, -0.05, 0.082, 0.009, -0.032},
	},
	{
		[7]uint8{precHeadingScore, precHeadingLog, precHeadingScore, precScore, precScore, precHeadingLog, precHeadingLog},
		[7]float32{-1.57, 0.554, -0.3311, 0.5771, 1e+09, 0.554, 0},
		[8]float32{0.067, -0.023, 0.285, 0, -0.036, 0.035, 0.031, -0.002},
	},
	{
		[7]uint8{precHeadingScore, precVotes, precScore, precScore, precScore, precVotesLog, precNearest},
		[7]float32{-1.57, 0.1292, 1.506, 0.5771, 1e+09, 0.5714, 0.2911},
		[8]float32{0.069, -0.019, 0.243, 0, -0.031, 0.153, 0.02, -0.034},
	},
	{
		[7]uint8{precHeadingScore, precScore, precHeadingScore, precChapterWords, PrecTop, precScore, precHeadingNearest},
		[7]float32{-1.57, 0.5771, -0.7675, -0.8736, 0.5774, 0.7774, 0.6514},
		[8]float32{0.005, 0.223, -0.026, 0.064, 0.139, -0.037, 0.004, -0.031},
	},
	{
		[7]uint8{precHeadingScore, precVotesLog, precScore, precScore, precKnown, precVotesLog, precNearest},
		[7]float32{-1.57, 0.4351, 1.665, 0.4822, 0.4498, 0.3486, 0.2911},
		[8]float32{0.037, -0.016, 0.003, 0.187, -0.03, 0.077, 0.023, -0.039},
	},
	{
		[7]uint8{precHeadingScore, precScore, precScore, precHeadingLog, PrecTop, precNearest, precHeadingNearest},
		[7]float32{-1.57, 0.5771, 1.665, 0.4342, 0.5774, 0.3733, 0.2963},
		[8]float32{0.021, 0.181, -0.028, 0.052, -0.022, 0.084, 0.027, -0.021},
	},
	{
		[7]uint8{precHeadingScore, precVotes, precHeadingScore, precWords, precScore, precScore, precChapterWords},
		[7]float32{-1.57, 0.1292, -0.1993, 0.4223, 0.9015, 0.7774, -3.956},
		[8]float32{-0.017, 0.058, 0.153, 0.009, 0.108, -0.012, -0.047, 0.007},
	},
	{
		[7]uint8{precHeadingScore, precScore, precHeadingScore, PrecTop, PrecTop, precHeadingLog, precHeadingLog},
		[7]float32{-1.57, 0.5771, -0.7675, 0.5981, 0.5774, 0.554, 0.7127},
		[8]float32{0.147, 0.004, -0.027, 0.045, -0.04, 0.048, 0.007, -0.012},
	},
	{
		[7]uint8{precHeadingScore, precVotes, precHeadingNearest, precPairs, precKnown, precScore, precScore},
		[7]float32{-1.507, 0.1292, 0.6514, -0.0865, 0.4498, 1.665, 1.398},
		[8]float32{0.052, -0.022, -0.008, 0.13, -0.01, 0.009, 0.082, -0.041},
	},
	{
		[7]uint8{precHeadingScore, precScore, precHeadingNearest, precChapterWords, PrecTop, precScore, precScore},
		[7]float32{-1.704, 0.5771, 0.6514, -0.6933, 0.5774, 1.506, 1.576},
		[8]float32{0.004, 0.12, -0.04, 0.033, -0.01, 0.007, 0.049, -0.043},
	},
	{
		[7]uint8{precHeadingScore, precHeadingLog, precWords, precHeadingPairs, precScore, PrecAlike, precPairs},
		[7]float32{-1.507, 0.7127, 0, -0.1981, 0.8652, 0.6952, -0.0865},
		[8]float32{0.062, -0.016, 0.132, -0.014, -0.014, 0.036, 0.038, -0.007},
	},
	{
		[7]uint8{precScore, precNearest, precScore, precScore, precHeadingVotes, precNearest, precHeadingNearest},
		[7]float32{0.8237, 0.2148, 1.276, 0.4822, 0.2568, 0.2624, 0.2756},
		[8]float32{0.001, -0.051, 0.057, 0.19, -0.056, 0.075, 0.014, -0.013},
	},
	{
		[7]uint8{precScore, precHeadingLog, precScore, precChapterWords, precKnown, precHeadingNearest, precHeadingVotes},
		[7]float32{0.7774, 0.6306, 1.506, 0.0493, 0.487, 0.3763, 0.1728},
		[8]float32{-0.003, 0.061, 0.014, 0.157, -0.032, 0.038, 0.015, -0.017},
	},
	{
		[7]uint8{precHeadingScore, precPairs, precHeadingScore, precPairs, precVotes, precWords, precHeadingNearest},
		[7]float32{-0.937, 0.264, -0.7675, -0.0865, 0.1292, -0.09729, 0.6514},
		[8]float32{0.082, -0.021, -0.021, 0.143, 0, -0.055, 0.003, -0.022},
	},
	{
		[7]uint8{precHeadingScore, precHeadingLog, precHeadingScore, precPairs, precScore, precVotesLog, precHeadingLog},
		[7]float32{-0.937, 0.7127, -0.7675, -0.0865, 1.145, 0.2874, 0.7127},
		[8]float32{0.053, -0.016, 0.116, -0.015, -0.052, 0.004, 0.004, -0.01},
	},
	{
		[7]uint8{precHeadingNearest, PrecTop, precScore, precVotes, PrecAlike, precVotes, PrecTop},
		[7]float32{0.6514, 0.8079, 1.316, 0.0277, 0.6952, 0.1292, 0.8079},
		[8]float32{-0.003, 0.01, -0.02, 0.102, -0.018, 0.074, -0.016, -0.059},
	},
	{
		[7]uint8{precChapterWords, precScore, precHeadingScore, precVotesLog, precHeadingScore, precScore, precPairs},
		[7]float32{0, 1.276, -0.1993, 0.4351, -0.8838, 0.9659, -0.2621},
		[8]float32{-0.04, 0.084, 0.072, 0.006, 0.056, -0.028, -0.028, 0.005},
	},
	{
		[7]uint8{precPairs, PrecAlike, precWords, precHeadingScore, precScore, precHeadingScore, precHeadingScore},
		[7]float32{-0.0865, 0.6952, -2.121, -0.3311, 2.006, -0.4521, -0.3311},
		[8]float32{0.023, -0.035, 0.059, -0.013, 0.139, -0.014, -0.014, 0.003},
	},
	{
		[7]uint8{precHeadingNearest, PrecTop, precScore, precPairs, PrecAlike, precWords, precWords},
		[7]float32{0.6514, 0.8079, 1.665, 0.264, 0.6952, 0.006797, 0.006797},
		[8]float32{-0.001, 0.02, -0.021, 0.087, -0.04, 0.049, 0.006, -0.047},
	},
	{
		[7]uint8{precHeadingPairs, precPairs, precPairs, precPairs, precKnown, precScore, precPairs},
		[7]float32{-0.7215, -0.2621, -0.2621, -0.5613, 0.5943, 1.356, -0.0865},
		[8]float32{0.011, 0.088, 0.028, -0.035, 0.04, -0.031, 0.028, -0.002},
	},
	{
		[7]uint8{precChapterWords, PrecAlike, precWords, precVotes, precWords, precWords, precHeadingScore},
		[7]float32{0, 0.6952, -0.4523, 0.1292, 0, -1.413, -0.1993},
		[8]float32{-0.012, 0.071, 0.037, 0.003, -0.037, 0.047, -0.019, 0},
	},
	{
		[7]uint8{precHeadingPairs, precHeadingScore, precHeadingWords, precScore, precWords, precVotesLog, precWords},
		[7]float32{-0.7215, -0.4521, -2.115, 1.449, 0.006797, 0.2874, -0.8622},
		[8]float32{0.004, 0.09, -0.017, 0.058, -0.046, 0.06, 0.029, -0.001},
	},
	{
		[7]uint8{precHeadingScore, precWords, precHeadingNearest, precScore, precScore, PrecTop, precScore},
		[7]float32{-1.89, 0.1202, 0.6514, 1e+09, 1e+09, 0.8079, 2.006},
		[8]float32{-0.005, 0, 0.06, 0, 0, 0.047, 0.007, -0.036},
	},
}
