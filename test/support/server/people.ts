/** Signed-in people of every role, and their step-ups and audit events. */

import { ADMIN_MODE_MS } from '@countersign/contract/limits.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { routes } from '@countersign/contract/schemas/route-schemas.ts'
import { requiredStepUps, type StepUpAction } from '@countersign/contract/step-up.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { newId } from '../../../server/src/platform/crypto/id.ts'
import type { SqlValue } from '../../../server/src/platform/store/database.ts'
import { actionName } from '../../../server/src/session/step-up/step-up-action.ts'
import { changeRows, readRows } from '../database/rows.ts'
import { type Browser, type HttpResponse, newAccount, openBrowser, signIn } from './http-browser.ts'
import { expectStarted } from './responses.ts'
import type { TestServer } from './server.ts'

export type TestPerson = {
  id: string
  sessionId: string
  account: PrivateKeyAccount
  browser: Browser
  /** A request with If-Match. */
  change(method: string, path: string, body: unknown, version?: number): Promise<HttpResponse>
  /** The same, with the required step-ups. */
  signed(method: string, path: string, body?: unknown, version?: number): Promise<HttpResponse>
}

/** Signs in a new person and sets their role in the database. */
export async function addPerson(server: TestServer, role: Role = 'member'): Promise<TestPerson> {
  const account = newAccount()
  const browser = openBrowser(server)
  const { session, me } = expectStarted(await signIn(browser, account))
  if (role !== 'member') await changeRows(server, 'UPDATE person SET role = ? WHERE id = ?', role, me.id)
  const person: TestPerson = {
    id: me.id,
    sessionId: session.id,
    account,
    browser,
    change: (method, path, body, version = 1) =>
      browser.call({ method, path, body, headers: { 'if-match': `"${version}"` } }),
    async signed(method, path, body, version = 1) {
      for (const stepUp of stepUpsFor(method, path, body)) await grantStepUp(server, person, actionName(stepUp))
      return person.change(method, path, body, version)
    },
  }
  return person
}

function stepUpsFor(method: string, path: string, body: unknown): StepUpAction[] {
  const [address = ''] = path.split('?')
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const found = route.method === method ? pattern.exec(address) : null
    if (found) return requiredStepUps(route.stepUp, { params: { ...found.groups }, body })
  }
  return []
}

/** Inserts a step-up for this action into the session; for a critical action it is used once. */
export async function grantStepUp(server: TestServer, { sessionId }: TestPerson, action: string): Promise<void> {
  const { now } = server.clock
  if (action === 'admin.mode') {
    const open = 'UPDATE session SET admin_until = ?, admin_wallet_id = wallet_id WHERE id = ?'
    await changeRows(server, open, now + ADMIN_MODE_MS, sessionId)
    return
  }
  const sign = `INSERT INTO step_up (id, session_id, wallet_id, action, signed_at)
    SELECT ?, id, wallet_id, ?, ? FROM session WHERE id = ?`
  await changeRows(server, sign, newId(server.context, 'chl'), action, now, sessionId)
}

/** The audit events of these kinds, oldest first. */
export async function readEvents(server: TestServer, ...kinds: string[]): Promise<RecordedRow[]> {
  await server.context.background.settled()
  const placeholders = kinds.map(() => '?').join(', ')
  const sql = `SELECT ${COLUMNS.join(', ')}, data FROM activity WHERE kind IN (${placeholders}) ORDER BY id`
  const rows = await readRows(server, sql, ...kinds)
  return rows.map((row) => ({ ...row, data: JSON.parse(String(row.data)) })) as RecordedRow[] // the columns asked for
}

const COLUMNS = ['kind', 'outcome', 'code', 'actor', 'actor_id', 'person_id', 'session_id'] as const
type RecordedRow = Record<(typeof COLUMNS)[number], SqlValue> & { data: Record<string, unknown> }
