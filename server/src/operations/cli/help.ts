import type { Command } from './command.ts'
import { columns, type Terminal } from './terminal.ts'

const WIDTH = 88

export function printHelp(terminal: Terminal, commands: readonly Command[]): void {
  terminal.print(`${terminal.bold('countersign')} <command>`)
  terminal.print()
  const rows = commands.map(({ name, synopsis, summary }) => [
    `  ${[name, short(synopsis)].join(' ').trimEnd()}`,
    summary,
  ])
  for (const line of columns([...rows, ['  help <command>', 'More about one of them']])) terminal.print(line)
  terminal.print()
  for (const line of wrap(ABOUT)) terminal.print(line)
}

const ABOUT =
  'Commands work while the server runs, on the same database: give them the same environment as the server. ' +
  'They end with 0 when it is done, 1 when it was refused or failed, 2 when it was not asked for correctly.'

/** Options are on the help page of each command. */
function short(synopsis: string): string {
  return synopsis.startsWith('<') || synopsis.startsWith('[f') ? synopsis : ''
}

export function printCommandHelp(terminal: Terminal, { name, synopsis, summary, details }: Command): void {
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
