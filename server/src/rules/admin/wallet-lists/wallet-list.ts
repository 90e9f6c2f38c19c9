import { AppError, type FieldProblem } from '@countersign/contract/error/errors.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { getWalletList, WalletList } from '@countersign/contract/routes/admin/rule.ts'
import { findGroup, lockGroup } from '../../../accounts/group/group.ts'
import type { Acting } from '../../../call.ts'
import type { Context } from '../../../context.ts'
import { formatAddress } from '../../../platform/crypto/address.ts'
import { newId } from '../../../platform/crypto/id.ts'
import { resolveNames } from '../resolve-accounts.ts'
import { findDuplicates, type IdentifiedRow, parseWalletList, problemAt } from './parse-wallet-list.ts'
import * as store from './wallet-list.store.ts'

/** Problems per answer: an administrator fixes a file, not 5,000 messages. */
const PROBLEMS_MAX = 50

export async function createWalletList(
  context: Context,
  { groupId, csv, by }: { groupId: string; csv: string; by: Pick<Acting, 'transaction'> },
): Promise<WalletList> {
  if (!(await findGroup(context.store, groupId))) throw new AppError('not_found')
  const rows = await identifyRows(context, csv)
  const list = { id: newId(context, 'lst'), groupId, wallets: rows.length, createdAt: context.now() }
  const wallets = rows.map(({ account: { address, chain }, name, note }) => ({ address, chain, name, note }))
  await by.transaction(async (queries) => {
    if (!(await lockGroup(queries, groupId))) throw new AppError('not_found')
    await store.insertWalletList(queries, list, wallets)
  })
  return presentList(list)
}

async function identifyRows(context: Context, csv: string): Promise<IdentifiedRow[]> {
  const { rows, problems } = await parseWalletList(csv)
  const names = rows.flatMap(({ account }) => (account.kind === 'name' ? [account.name] : []))
  const resolved = await resolveNames(context, names)
  const identified: IdentifiedRow[] = []
  let next = 0
  for (const { line, account: written, note } of rows) {
    const account = written.kind === 'name' ? resolved[next++] : written
    if (account?.kind === 'account')
      identified.push({ line, account, name: written.kind === 'name' ? written.name : null, note })
    else problems.push(problemAt(line, account?.code ?? 'unresolved_name'))
  }
  const all = [...problems, ...findDuplicates(identified)]
  if (all.length > 0) throw refuseRows(all)
  return identified
}

function refuseRows(problems: FieldProblem[]): AppError {
  const lineOf = ({ path }: FieldProblem) => Number(path.split('/')[2] ?? 0)
  const fields = problems.toSorted((a, b) => lineOf(a) - lineOf(b)).slice(0, PROBLEMS_MAX)
  const detail =
    problems.length > PROBLEMS_MAX
      ? `${problems.length} rows have problems. The first ${PROBLEMS_MAX} are listed.`
      : undefined
  return new AppError('invalid_body', { fields, detail })
}

export async function readWalletList(
  { store: database }: Context,
  { groupId, id }: { groupId: string; id: string },
): Promise<AnswerOf<typeof getWalletList>> {
  const list = await store.findWalletList(database, { id, groupId })
  if (!list) throw new AppError('not_found')
  const items = (await store.findListedWallets(database, id)).map(({ address, chain, name, note }) => ({
    address: formatAddress(address),
    chainId: address.startsWith('0x') && chain !== '0' ? Number(chain) : null,
    ...{ name, note },
  }))
  return { list: presentList(list), items }
}

export function presentList({ id, wallets, createdAt }: store.WalletListRecord): WalletList {
  return { id, wallets, createdAt: new Date(createdAt).toISOString() }
}
