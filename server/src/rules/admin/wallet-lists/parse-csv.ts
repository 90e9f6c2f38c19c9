/** CSV as in RFC 4180, also with semicolons or tabs, a byte order mark and any line ends. */

/** `line` is where the row begins, from 1. `broken`: its quotes do not match. */
export type CsvRow = { line: number; cells: string[]; broken: boolean }

/** Never throws. Rows without content are left out; spaces around cells are dropped. */
export function parseCsv(csv: string): CsvRow[] {
  const source = csv.startsWith('\ufeff') ? csv.slice(1) : csv
  const delimiter = findDelimiter(source)
  const rows: CsvRow[] = []
  let [at, line] = [0, 1]
  while (at < source.length) {
    const row: CsvRow = { line, cells: [], broken: false }
    for (let ended = false; !ended; ) {
      const cell = readCell(source, at, delimiter)
      row.cells.push(cell.text)
      row.broken ||= cell.broken
      line += countLines(source.slice(at, cell.end))
      at = cell.end
      ended = source[at] !== delimiter
      if (!ended) at += 1
    }
    const lineEnd = source.startsWith('\r\n', at) ? 2 : 1
    if (at < source.length) line += 1
    at += lineEnd
    if (row.broken || row.cells.some((cell) => cell !== '')) rows.push(row)
  }
  return rows
}

type Cell = { text: string; end: number; broken: boolean }

function readCell(source: string, start: number, delimiter: string): Cell {
  let at = start
  while (source[at] === ' ') at += 1
  if (source[at] !== '"') return readPlainCell(source, start, delimiter)
  const close = findClosingQuote(source, at + 1)
  if (close < 0) return { text: '', end: source.length, broken: true }
  const rest = readPlainCell(source, close + 1, delimiter)
  const text = source
    .slice(at + 1, close)
    .replaceAll('""', '"')
    .trim()
  return { text, end: rest.end, broken: rest.text !== '' }
}

function readPlainCell(source: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < source.length && source[end] !== delimiter && !isLineEnd(source[end])) end += 1
  return { text: source.slice(start, end).trim(), end, broken: false }
}

function findClosingQuote(source: string, start: number): number {
  for (let at = source.indexOf('"', start); at >= 0; at = source.indexOf('"', at + 2))
    if (source[at + 1] !== '"') return at
  return -1
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r'
}

function countLines(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** The first delimiter outside quotes: no account contains one. */
function findDelimiter(source: string): string {
  let quoted = false
  for (const character of source) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === ',' || character === ';' || character === '\t')) return character
  }
  return ','
}
