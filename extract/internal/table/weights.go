package table

// Default are weights set by hand, before any were fitted.
func Default() Weights {
	var w Weights
	w[FeatureWords] = 2.5
	w[FeatureGrams] = 1.0
	w[FeatureConcept] = 2.8
	w[FeatureBag] = 1.0
	w[FeatureOther] = -0.8
	w[FeatureFit] = 1.6
	w[FeatureMisfit] = -2.5
	w[FeatureFilled] = 0.5
	w[FeatureBare] = -0.2
	w[FeatureOrder] = 0.6
	w[FeatureProduct] = 0.8
	w[FeatureCount] = 1.0
	w[FeatureRivals] = -1.5
	w[FeatureElse] = -1.2
	w[FeatureBias] = -1.9
	return w
}
