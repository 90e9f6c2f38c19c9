import type { Command } from './command.ts'
import { formatColumns, type Terminal } from './terminal.ts'

const WIDTH = 88

export function printHelp(terminal: Terminal, commands: readonly Command[]): void {
  terminal.print(`${terminal.bold('countersign')} [command]`)
  terminal.print()
  const rows = commands.map(({ name, synopsis = '', summary }) => [
    `  ${[name, requiredArguments(synopsis)].join(' ').trimEnd()}`,
    summary,
  ])
  for (const line of formatColumns([...rows, ['  help <command>', 'Show help for a command']])) terminal.print(line)
  terminal.print()
  for (const line of wrap(ABOUT)) terminal.print(line)
}

const ABOUT =
  'Commands use the database of the server and work while it runs: set the same environment variables. ' +
  'Exit codes: 0 success, 1 failure, 2 invalid usage.'

/** The list shows required arguments; options are in the help of the command. */
function requiredArguments(synopsis: string): string {
  return synopsis.startsWith('<') || synopsis.startsWith('[f') ? synopsis : ''
}

export function printCommandHelp(terminal: Terminal, { name, synopsis = '', summary, details }: Command): void {
  terminal.print(`${terminal.bold(`countersign ${name}`)} ${synopsis}`.trimEnd())
  terminal.print()
  terminal.print(`${summary}.`)
  let option = false
  for (const paragraph of details) {
    const next = paragraph.startsWith('--')
    if (!option || !next) terminal.print()
    option = next
    for (const line of next ? [`  ${paragraph}`] : wrap(paragraph)) terminal.print(line)
  }
}

function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
