/** People of every role, as tests of what those who run the place may do need them. */

import type { Role } from '@countersign/contract/person.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { SqlValue } from '../../server/src/store/database.ts'
import { startedOf } from './answers.ts'
import { type Answer, type Browser, newAccount, openBrowser, signIn } from './browser.ts'
import { changeRows, readRows } from './rows.ts'
import type { TestServer } from './server.ts'

export type Resident = {
  id: string
  sessionId: string
  account: PrivateKeyAccount
  browser: Browser
  /** A call that names the version it changes. */
  change(method: string, path: string, body: unknown, version?: number): Promise<Answer>
}

/** Signs in somebody new and gives them a role past the server's own rules. */
export async function settle(server: TestServer, role: Role = 'member'): Promise<Resident> {
  const account = newAccount()
  const browser = openBrowser(server)
  const { session, me } = startedOf(await signIn(browser, account))
  if (role !== 'member') await changeRows(server, 'UPDATE person SET role = ? WHERE id = ?', role, me.id)
  return {
    id: me.id,
    sessionId: session.id,
    account,
    browser,
    change: (method, path, body, version = 1) =>
      browser.call({ method, path, body, headers: { 'if-match': `"${version}"` } }),
  }
}

/** As if a linked wallet had just signed for this act in this session. */
export async function confirm(server: TestServer, { sessionId }: Resident, act: string): Promise<void> {
  const set = 'UPDATE session SET step_up_at = ?, step_up_act = ?, step_up_wallet_id = wallet_id WHERE id = ?'
  await changeRows(server, set, server.clock.now, act, sessionId)
}

/** What was recorded of these kinds, oldest first. */
export async function eventsOf(server: TestServer, ...kinds: string[]): Promise<RecordedRow[]> {
  await server.context.background.settled()
  const wanted = kinds.map(() => '?').join(', ')
  const sql = `SELECT ${COLUMNS.join(', ')}, data FROM activity WHERE kind IN (${wanted}) ORDER BY id`
  const rows = await readRows(server, sql, ...kinds)
  return rows.map((row) => ({ ...row, data: JSON.parse(String(row.data)) })) as RecordedRow[] // the columns asked for
}

const COLUMNS = ['kind', 'outcome', 'code', 'actor', 'actor_id', 'person_id', 'session_id'] as const
type RecordedRow = Record<(typeof COLUMNS)[number], SqlValue> & { data: Record<string, unknown> }
