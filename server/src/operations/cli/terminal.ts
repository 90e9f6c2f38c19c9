export type Terminal = {
  print(line?: string): void
  fail(line: string): void
  bold(text: string): string
  dim(text: string): string
}

type Stream = { write(text: string): unknown; isTTY?: boolean }

export function createTerminal(
  out: Stream,
  err: Stream,
  { NO_COLOR, TERM }: Record<string, string | undefined>,
): Terminal {
  const colored = out.isTTY === true && !NO_COLOR && TERM !== 'dumb'
  const style = (on: number, off: number) => (text: string) => (colored ? `\x1b[${on}m${text}\x1b[${off}m` : text)
  return {
    print: (line = '') => void out.write(`${line}\n`),
    fail: (line) => void err.write(`${line}\n`),
    bold: style(1, 22),
    dim: style(2, 22),
  }
}

/** The first row is the head. */
export function printTable(terminal: Terminal, rows: string[][]): void {
  const [head = '', ...lines] = formatColumns(rows)
  terminal.print(terminal.bold(head))
  for (const line of lines) terminal.print(line)
}

export function formatColumns(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** A chosen name must not control the terminal. */
export function stripControls(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
}

export function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
