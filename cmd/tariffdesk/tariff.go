package main

type tariffCommand struct {
	Correlate tariffCorrelateCommand `cmd:"" help:"Follow codes of HS 2012, HS 2017 or the Mexican tariff of 2012 to those of today; needs no server."`
	Import    tariffImportCommand    `cmd:"" help:"Import an official publication as the next version of a country's tariff."`
	Redate    tariffRedateCommand    `cmd:"" help:"Mend a wrong first day of imported rates."`
	Show      tariffShowCommand      `cmd:"" help:"Show what is known about a code and the tree below it: titles, conditions, unit, duties; needs no server."`
}
