/** The CSV of a wallet list. The server reads it and names the lines that have a problem. */

import type { AppError } from '@countersign/contract/error/errors.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { WALLET_LIST_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { getWalletList } from '@countersign/contract/routes/admin/rule.ts'
import { conditions as words } from '../../../../words/admin/conditions.ts'
import { isKey } from '../../../../words/is-key.ts'

/** One text per line that the server refused, or one about the whole list. */
export function refusedRows({ fields = [] }: AppError): string[] {
  return fields.flatMap(({ path, code }) => {
    const line = Number(/^\/csv\/(\d+)$/.exec(path)?.[1])
    if (Number.isInteger(line)) return [words.listLine(line, rowText(code))]
    if (path !== '/csv') return []
    return [code === 'too_many_rows' ? words.listTooMany(WALLET_LIST_MAX) : words.listMissing]
  })
}

function rowText(code: string): string {
  const first = /^duplicate_of_(\d+)$/.exec(code)?.[1]
  if (first !== undefined) return words.listDuplicate(Number(first))
  return words.listLineProblems[isKey(words.listLineProblems, code) ? code : 'other']
}

type Item = AnswerOf<typeof getWalletList>['items'][number]

export function csvOf(items: readonly Item[]): string {
  const rows = items.map(({ address, chainId, name, note }) => {
    const wallet = chainId === null ? address : formatAccount({ namespace: 'eip155', chain: String(chainId), address })
    return [wallet, note ?? name ?? ''].map(quote).join(',')
  })
  return `${['wallet,note', ...rows].join('\r\n')}\r\n`
}

/** Spreadsheets run cells that start with one of these signs. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
