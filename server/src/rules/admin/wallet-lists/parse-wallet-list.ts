import type { FieldProblem } from '@countersign/contract/error/errors.ts'
import { WALLET_LIST_MAX, WALLET_NOTE_MAX } from '@countersign/contract/limits/rule-limits.ts'
import { hasInvisible } from '@countersign/contract/names/name.ts'
import { type IdentifiedAccount, parseAccount } from '../parse-account.ts'
import { type CsvRow, parseCsv } from './parse-csv.ts'

export type ParsedRow = {
  line: number
  account: IdentifiedAccount | { kind: 'name'; name: string }
  note: string | null
}

/** One problem per line; what has none is in `rows`. */
export type ParsedWalletList = { rows: ParsedRow[]; problems: FieldProblem[] }

export async function parseWalletList(csv: string): Promise<ParsedWalletList> {
  const rows = withoutHeader(parseCsv(csv))
  if (rows.length === 0) return { rows: [], problems: [{ path: '/csv', code: 'empty' }] }
  if (rows.length > WALLET_LIST_MAX) return { rows: [], problems: [{ path: '/csv', code: 'too_many_rows' }] }
  const parsed: ParsedWalletList = { rows: [], problems: [] }
  for (const [index, row] of rows.entries()) {
    // Whether a Solana address is on the curve takes half a millisecond.
    if (index % ROWS_PER_TURN === 0) await new Promise(setImmediate)
    const result = await parseRow(row)
    if (typeof result === 'string') parsed.problems.push(problemAt(row.line, result))
    else parsed.rows.push(result)
  }
  return parsed
}

const ROWS_PER_TURN = 50

export function problemAt(line: number, code: string): FieldProblem {
  return { path: `/csv/${line}`, code }
}

const HEADERS = new Set(['account', 'address', 'ens', 'ensname', 'holder', 'name', 'owner', 'wallet'])

function withoutHeader(rows: CsvRow[]): CsvRow[] {
  const [first = ''] = rows[0]?.cells ?? []
  const word = first.toLowerCase().replace(/[\s_-]/g, '')
  const isHeader =
    HEADERS.has(word) || /^(?:evm|eth|ethereum|wallet|account|holder|owner)(?:address|wallet)$/.test(word)
  return isHeader && !rows[0]?.broken ? rows.slice(1) : rows
}

/** The row, or the code of its problem. */
async function parseRow({ line, cells, broken }: CsvRow): Promise<ParsedRow | string> {
  if (broken) return 'invalid_quotes'
  const [written = '', note = '', ...others] = cells
  if (written === '') return 'required'
  if (others.some((cell) => cell !== '')) return 'too_many_columns'
  if (note.length > WALLET_NOTE_MAX) return 'note_too_long'
  if (hasInvisible(note)) return 'note_invalid'
  const account = await parseAccount(written)
  return account.kind === 'problem' ? account.code : { line, account, note: note === '' ? null : note }
}

export type IdentifiedRow = { line: number; account: IdentifiedAccount; name: string | null; note: string | null }

/** Rows whose account another row already has, with the line of that row. */
export function findDuplicates(rows: readonly IdentifiedRow[]): FieldProblem[] {
  const lines = new Map<string, number>()
  return rows.flatMap(({ line, account: { address, chain } }) => {
    const key = `${address} ${chain}`
    const first = lines.get(key)
    if (first === undefined) lines.set(key, line)
    return first === undefined ? [] : [problemAt(line, `duplicate_of_${first}`)]
  })
}
