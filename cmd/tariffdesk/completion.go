package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// A shell asks the program itself what may follow: it calls it with completeArgument and the line so
// far in completionLine.
const (
	completionLine   = "COMP_LINE"
	completeArgument = "__complete"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"${enum}: bash and zsh source what is printed, fish keeps it in ~/.config/fish/completions/tariffdesk.fish."`
}

// Run prints what the shell has to source.
func (c *completionCommand) Run(to streams) error {
	_, err := fmt.Fprintln(to.out, map[string]string{
		"bash": `complete -o default -C 'tariffdesk ` + completeArgument + `' tariffdesk`,
		"zsh": `autoload -U +X bashcompinit && bashcompinit
complete -o default -C 'tariffdesk ` + completeArgument + `' tariffdesk`,
		"fish": `complete -c tariffdesk -a "(env ` + completionLine + `=(commandline -cp) tariffdesk ` + completeArgument + `)"`,
	}[c.Shell])
	return err
}

// complete prints what may stand in place of the last word of a line, one a line.
func complete(app *kong.Application, line string, out io.Writer) error {
	words := strings.Fields(line)
	last := ""
	if len(words) > 0 && !strings.HasSuffix(line, " ") {
		last, words = words[len(words)-1], words[:len(words)-1]
	}
	node, previous := app.Node, ""
	for _, word := range words[min(1, len(words)):] {
		previous = word
		for _, child := range node.Children {
			if child.Name == word {
				node = child
			}
		}
	}
	for _, candidate := range candidates(node, previous, last) {
		if strings.HasPrefix(candidate, last) {
			if _, err := fmt.Fprintln(out, candidate); err != nil {
				return err
			}
		}
	}
	return nil
}

// candidates are the values of the flag before, else the flags where one is begun, else commands and
// the values of the next argument.
func candidates(node *kong.Node, previous, last string) (all []string) {
	var flags []string
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			if previous == "--"+flag.Name || flag.Short != 0 && previous == "-"+string(flag.Short) {
				if !flag.IsBool() {
					return flag.EnumSlice()
				}
			}
			flags = append(flags, "--"+flag.Name)
		}
	}
	if strings.HasPrefix(last, "-") {
		return flags
	}
	for _, child := range node.Children {
		if !child.Hidden {
			all = append(all, child.Name)
		}
	}
	for _, argument := range node.Positional {
		all = append(all, argument.EnumSlice()...)
	}
	return all
}

// manFlag prints the page of the manual, made of the same structs as the command line.
type manFlag bool

// BeforeApply implements kong's hook.
func (manFlag) BeforeApply(app *kong.Kong) error {
	model := app.Model
	_, err := fmt.Fprintf(app.Stdout, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\ncommand [flags]\n.SH OPTIONS\n",
		strings.ToUpper(model.Name), model.Name, roff(model.Help), model.Name)
	if err == nil {
		err = writeFlags(app.Stdout, model.Node)
	}
	if err == nil {
		_, err = io.WriteString(app.Stdout, ".SH COMMANDS\n")
	}
	for _, command := range model.Leaves(true) {
		if err == nil {
			_, err = fmt.Fprintf(app.Stdout, ".SS %s\n%s\n", roff(strings.TrimPrefix(command.FullPath(), model.Name+" ")), roff(command.Help))
		}
		if err == nil {
			err = writeFlags(app.Stdout, command)
		}
	}
	app.Exit(0)
	return err
}

func writeFlags(to io.Writer, of *kong.Node) error {
	for _, arg := range of.Positional {
		if _, err := fmt.Fprintf(to, ".TP\n.I %s\n%s\n", roff(arg.Summary()), roff(arg.Help)); err != nil {
			return err
		}
	}
	for _, flag := range of.Flags {
		if flag.Hidden {
			continue
		}
		name := flag.Summary()
		if flag.Short != 0 {
			name = fmt.Sprintf("-%c, %s", flag.Short, name)
		}
		if _, err := fmt.Fprintf(to, ".TP\n.B %s\n%s\n", roff(name), roff(flag.Help)); err != nil {
			return err
		}
	}
	return nil
}

// roff writes a text on one line in the language of man pages.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.Join(strings.Fields(text), " "))
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
