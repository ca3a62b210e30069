package classify

// precedentCoefficients weigh each kind of evidence by each part of trust; precedentTrees add what they
// miss. Both are fitted by TestRefitPrecedents on held-out precedents and the development files.
var precedentCoefficients = [precCount]trust{
	precScore:          {4.218, -0.153, -0.338},
	precHeadingScore:   {0.669, -0.816, -0.344},
	precVotes:          {0.314, -0.149, 0.146},
	precVotesLog:       {0.880, 0.081, 0.369},
	precHeadingVotes:   {0.078, -0.240, 0.051},
	precHeadingLog:     {0.595, 0.150, 0.282},
	precNearest:        {-0.128, -0.309, 0.162},
	precHeadingNearest: {-0.099, -0.199, 0.049},
	precWords:          {0.583, -0.223, 0.953},
	precPairs:          {0.540, -0.412, 0.571},
	precHeadingWords:   {0.487, -0.324, 0.412},
	precHeadingPairs:   {0.532, -0.348, 0.186},
	precChapterWords:   {0.617, -0.038, 0.376},
}

var precedentTrees = []tree{
	{
		[7]uint8{precHeadingScore, precVotes, precHeadingScore, precScore, precScore, precVotes, precNearest},
		[7]float32{-1.476, 0.06201, -0.61, 0.6088, 1e+09, 0.1248, 0.4541},
		[8]float32{0.069, -0.046, 0.395, 0, -0.05, 0.122, 0.008, -0.027},
	},
	{
		[7]uint8{precHeadingScore, precVotes, precScore, precScore, precScore, precVotesLog, precNearest},
		[7]float32{-1.476, 0.1248, 1.543, 0.6962, 1e+09, 0.5643, 0.2873},
		[8]float32{0.086, -0.041, 0.338, 0, -0.038, 0.171, 0.019, -0.03},
	},
	{
		[7]uint8{precHeadingScore, precNearest, precScore, precScore, precScore, precVotesLog, precNearest},
		[7]float32{-1.476, 0.1841, 2.071, 0.7884, 0.7884, 0.286, 0.2873},
		[8]float32{0.008, -0.059, 0.286, 0.035, -0.026, 0.041, 0.04, -0.051},
	},
	{
		[7]uint8{precHeadingScore, precVotesLog, precScore, precHeadingLog, precScore, precVotesLog, precHeadingLog},
		[7]float32{-1.616, 0.4281, 1.543, 0.07202, 0.6962, 0.4281, 0.712},
		[8]float32{-0.033, 0.029, 0.249, 0.027, -0.035, 0.105, 0.017, -0.021},
	},
	{
		[7]uint8{precHeadingScore, precVotes, precScore, precVotesLog, precScore, precVotesLog, precNearest},
		[7]float32{-1.616, 0.1248, 2.071, 0, 1e+09, 0.3478, 0.2873},
		[8]float32{-0.033, 0.036, 0.213, 0, -0.019, 0.033, 0.032, -0.041},
	},
	{
		[7]uint8{precHeadingScore, precVotes, precHeadingScore, precScore, precScore, precHeadingVotes, precHeadingNearest},
		[7]float32{-1.476, 0.1248, -0.61, 0.6962, 0.7884, 0.004, 0.6436},
		[8]float32{0.052, -0.034, 0.216, 0.024, -0.058, 0.017, 0.005, -0.028},
	},
	{
		[7]uint8{precHeadingScore, precNearest, precScore, precScore, precScore, precNearest, precNearest},
		[7]float32{-1.476, 0.1841, 1.543, 0.7884, 0.9402, 0.3714, 0.2873},
		[8]float32{0.006, -0.05, 0.149, -0.001, -0.025, 0.087, 0.013, -0.022},
	},
	{
		[7]uint8{precHeadingScore, precScore, precScore, precHeadingPairs, precWords, precVotes, precHeadingVotes},
		[7]float32{-1.476, 0.6088, 1.456, 0.6428, 0.4192, 0.06201, 0.2558},
		[8]float32{0.159, 0.011, -0.037, 0.051, -0.029, 0.079, 0.012, -0.017},
	},
	{
		[7]uint8{precHeadingScore, precHeadingVotes, precScore, precKnown, precTop, precVotesLog, precVotesLog},
		[7]float32{-1.476, 0.2558, 2.071, 0.8719, 0.6163, 0, 0.4281},
		[8]float32{-0.032, 0.043, 0.168, 0.02, -0.02, 0.009, 0.025, -0.031},
	},
	{
		[7]uint8{precScore, precHeadingVotes, precScore, precChapterWords, precKnown, precNearest, precHeadingNearest},
		[7]float32{0.8984, 0.1737, 1.456, 0.1281, 0.4891, 0.2581, 0.2948},
		[8]float32{-0.002, 0.055, 0.028, 0.216, -0.048, 0.032, 0.014, -0.011},
	},
	{
		[7]uint8{precScore, precHeadingVotes, precScore, precChapterWords, precNearest, precHeadingNearest, precHeadingNearest},
		[7]float32{0.8984, 0.1737, 1.456, 0.1281, 0.232, 0.1943, 0.6436},
		[8]float32{-0.002, 0.05, 0.006, 0.172, -0.055, 0.011, 0.005, -0.034},
	},
	{
		[7]uint8{precScore, precHeadingVotes, precHeadingScore, precHeadingLog, precKnown, precWords, precHeadingNearest},
		[7]float32{0.8984, 0.1737, -0.6761, 0, 0.4891, -0.0971, 0.6436},
		[8]float32{-0.046, 0.003, 0.015, 0.146, 0.019, -0.034, 0.004, -0.023},
	},
	{
		[7]uint8{precHeadingScore, precHeadingVotes, precHeadingScore, precPairs, precScore, precKnown, precHeadingNearest},
		[7]float32{-0.9414, 0.3925, -0.7347, -0.1886, 1.285, 0.5629, 0.6436},
		[8]float32{0.097, -0.016, 0.132, -0.009, -0.006, -0.039, 0.003, -0.022},
	},
	{
		[7]uint8{precHeadingNearest, precTop, precScore, precScore, precAlike, precVotes, precAlike},
		[7]float32{0.6436, 0.8074, 1.598, 2.071, 0.6952, 0.1248, 0.6952},
		[8]float32{-0.004, 0.009, -0.02, 0.1, -0.008, 0.068, -0.008, -0.044},
	},
	{
		[7]uint8{precChapterWords, precVotesLog, precScore, precAlike, precAlike, precKnown, precHeadingScore},
		[7]float32{0, 0.5643, 1.111, 1, 1, 0.8104, -0.61},
		[8]float32{-0.013, 0.023, 0.084, -0.01, -0, 0.113, -0.053, -0.001},
	},
	{
		[7]uint8{precHeadingScore, precHeadingLog, precHeadingScore, precPairs, precKnown, precKnown, precHeadingLog},
		[7]float32{-0.9414, 0.8022, -0.79, -0.1886, 0.4891, 0.4536, 0.712},
		[8]float32{0.081, -0.012, -0.009, 0.108, 0.035, -0.044, 0.003, -0.009},
	},
	{
		[7]uint8{precHeadingNearest, precTop, precScore, precPairs, precAlike, precVotes, precAlike},
		[7]float32{0.6436, 0.8074, 1.744, 0.2697, 0.6952, 0.1248, 0.4744},
		[8]float32{-0.001, 0.019, -0.019, 0.089, -0.004, 0.045, -0.004, -0.044},
	},
	{
		[7]uint8{precHeadingPairs, precHeadingScore, precChapterWords, precScore, precWords, precScore, precWords},
		[7]float32{-0.7207, -0.4438, 0, 1.543, 0.1144, 1.456, -0.05259},
		[8]float32{-0.003, 0.11, -0.018, 0.058, -0.016, 0.009, 0.018, -0.009},
	},
	{
		[7]uint8{precHeadingScore, precHeadingVotes, precHeadingScore, precWords, precKnown, precKnown, precHeadingVotes},
		[7]float32{-0.9414, 0.1192, -0.79, -0.2749, 0.4891, 0.4536, 0.2558},
		[8]float32{0.049, -0.027, -0.017, 0.069, 0.031, -0.038, 0.003, -0.008},
	},
	{
		[7]uint8{precChapterWords, precAlike, precWords, precVotesLog, precWords, precWords, precHeadingScore},
		[7]float32{0, 0.6952, -0.5458, 0.5643, 0, -1.387, -0.2162},
		[8]float32{-0.012, 0.065, 0.04, 0.002, -0.037, 0.057, -0.019, 0.001},
	},
	{
		[7]uint8{precHeadingScore, precScore, precHeadingScore, precTop, precPairs, precHeadingWords, precHeadingNearest},
		[7]float32{-0.8444, 0.6088, -0.79, 0.5984, -0.07538, 0.644, 0.6436},
		[8]float32{0.106, 0.004, 0.056, -0.007, -0.06, 0.02, 0.001, -0.016},
	},
	{
		[7]uint8{precHeadingScore, precHeadingLog, precHeadingScore, precScore, precAlike, precHeadingWords, precHeadingVotes},
		[7]float32{-0.8444, 0.5551, -0.79, 1.167, 0.6952, 0.644, 0.2558},
		[8]float32{-0.041, 0.019, 0.129, 0.014, -0.053, 0.018, 0.002, -0.007},
	},
	{
		[7]uint8{precHeadingPairs, precHeadingScore, precPairs, precPairs, precHeadingNearest, precVotes, precPairs},
		[7]float32{-0.7207, -0.9414, -0.2576, -0.7517, 0.4623, 0.02746, -0.07538},
		[8]float32{0.118, -0.012, -0.005, 0.059, -0.04, 0.014, 0.023, -0.001},
	},
	{
		[7]uint8{precHeadingNearest, precTop, precScore, precPairs, precAlike, precWords, precAlike},
		[7]float32{0.6436, 0.8074, 1.866, 0.2697, 0.6952, 0.1144, 0.4744},
		[8]float32{-0.001, 0.016, -0.018, 0.076, -0.017, 0.033, -0.002, -0.041},
	},
}
