// Command tariffdesk is the service and its tools: everything in one process for a start (up), one
// role each for a deployment (api, worker), and the commands that manage accounts and knowledge.
//
// It owns flags, environment variables and exit codes, and refuses to decide anything else: each
// command hands its options to the package that does the work.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"tariffdesk/fail"
	"tariffdesk/tariff"
	"tariffdesk/verification/taxid"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal drains; the handler then steps aside, so that a second one ends at once.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tariffdesk:", describe(err))
	}
	os.Exit(exitCode(err))
}

// commands is the command line.
type commands struct {
	Version kong.VersionFlag `help:"Print version, commit, date and what built it."`
	Man     manFlag          `hidden:"" help:"Print the man page."`

	Classify   classifyCommand   `cmd:"" help:"Find the tariff code of a product, on a server or with --local."`
	Quote      quoteCommand      `cmd:"" help:"Quote the duties of a classified product in Mexico, on a server or with --local."`
	Extract    extractCommand    `cmd:"" help:"Read a document into data, on a server or with --local."`
	Shipment   shipmentCommand   `cmd:"" help:"Turn the papers of a shipment into a priced entry, on a server."`
	Look       lookCommand       `cmd:"" help:"Look a tariff code up, or find codes by words, on a server or with --local."`
	Up         upCommand         `cmd:"" help:"Run API, workers and console in one process, with PostgreSQL and Redis as its children."`
	API        apiCommand        `cmd:"" name:"api" help:"Run the API against DATABASE_URL and REDIS_URL."`
	Worker     workerCommand     `cmd:"" help:"Run a worker against DATABASE_URL and REDIS_URL."`
	Doctor     doctorCommand     `cmd:"" help:"Examine a deployment by its settings: servers, clocks, queues, blobs, tables; say what to do."`
	Migrate    migrateCommand    `cmd:"" help:"Bring the database schema up to date."`
	Org        orgCommand        `cmd:"" help:"Manage organisations."`
	User       userCommand       `cmd:"" help:"Manage users."`
	Job        jobCommand        `cmd:"" help:"Look at jobs, offer them anew, end them, give credits back."`
	Queue      queueCommand      `cmd:"" help:"Divide the queues of jobs over several, pause them."`
	Key        keyCommand        `cmd:"" help:"Manage API keys."`
	Credits    creditsCommand    `cmd:"" help:"Manage credits."`
	Tariff     tariffCommand     `cmd:"" help:"Look up and import tariffs."`
	Knowledge  knowledgeCommand  `cmd:"" help:"Show every table in use: rows, share verified, source day, age, next known change."`
	Rules      rulesCommand      `cmd:"" help:"Export and import tables of the quote rules."`
	Duties     dutiesCommand     `cmd:"" help:"Export and import compensatory duties."`
	Precedents precedentsCommand `cmd:"" help:"Import what organisations have classified themselves."`
	Rulings    rulingsCommand    `cmd:"" help:"Import and list published rulings."`
	Blacklist  blacklistCommand  `cmd:"" help:"Import and search the lists of authorities."`
	Provider   providerCommand   `cmd:"" help:"Manage services that send in the results of outside checks."`
	Batch      batchCommand      `cmd:"" help:"Classify workbooks on a server."`
	Eval       evalCommand       `cmd:"" help:"Score the engines on labelled data; needs no server."`
	Fit        fitCommand        `cmd:"" help:"Fit the engines to labelled data; needs no server."`
	OpenAPI    openapiCommand    `cmd:"" name:"openapi" help:"Write the OpenAPI document; needs no server."`
	Bench      benchCommand      `cmd:"" help:"Measure the service beside its references, on servers of its own."`
	Completion completionCommand `cmd:"" help:"Print what makes a shell complete commands and flags."`
}

// streams are where a command reads and writes.
type streams struct {
	out, err io.Writer
	in       io.Reader
}

// run parses args and carries the command out. It returns a usageError where the command line is
// not understood. Environment variables are read through getenv alone.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) error {
	asked := false // for help or the version, which kong prints itself
	parser, err := kong.New(&commands{},
		kong.Name("tariffdesk"),
		kong.Description("Tariff classification, document extraction and duty quotes over HTTP."),
		kong.Vars{
			"version":            buildFacts(),
			"countries":          enumeration(tariff.Countries()),
			"schedule_countries": enumeration(tariff.ScheduleCountries()),
			"taxid_countries":    enumeration(taxid.Countries()),
		},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { asked = true }),
		kong.Resolvers(environment(getenv)),
		kong.ValueFormatter(showVariable),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{stdout, stderr, os.Stdin}),
	)
	if err != nil {
		return fmt.Errorf("build command line: %w", err)
	}
	if line := getenv(completionLine); line != "" && len(args) > 0 && args[0] == completeArgument {
		return complete(parser.Model, line, stdout)
	}
	parsed, err := parser.Parse(args)
	if asked {
		return nil
	}
	if err != nil {
		return usageError{err}
	}
	return parsed.Run()
}

// enumeration lists codes as the tag enum of a flag does.
func enumeration[T ~string](codes []T) string {
	words := make([]string, len(codes))
	for i, code := range codes {
		words[i] = string(code)
	}
	return strings.Join(words, ",")
}

// usageError is a command line that is not understood.
type usageError struct{ cause error }

func (e usageError) Error() string { return e.cause.Error() + "\nRun \"tariffdesk --help\" for usage." }
func (e usageError) Unwrap() error { return e.cause }

// exitCode is 2 for usage, 1 for any other error.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	if _, usage := errors.AsType[usageError](err); usage {
		return 2
	}
	return 1
}

// describe gives the public message of an error where it has one, else all of it: whoever runs the
// command may see causes.
func describe(err error) string {
	if known, ok := errors.AsType[*fail.Error](err); ok && known.Code != fail.CodeInternal {
		return strings.Join(append([]string{known.Message}, known.Details...), "\n  ")
	}
	return err.Error()
}
