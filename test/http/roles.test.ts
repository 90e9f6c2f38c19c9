import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ProblemDetails } from '@countersign/contract/error/errors.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { Route } from '@countersign/contract/route.ts'
import { routes } from '@countersign/contract/schemas/route-schemas.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { type Browser, openBrowser } from '../support/server/http-browser.ts'
import { addPerson, readEvents } from '../support/server/people.ts'
import { startServer, type TestServer } from '../support/server/server.ts'

type Visitor = 'visitor' | Role

/**
 * Who may make which call, written by hand and asked through the front door: V visitor, M member, A auditor, D admin,
 * O owner, a dash for whoever may not. What a call asks for besides, such as a fresh signature, comes after that.
 */
const ROLE_NAMES: Record<string, string> = {
  'GET /api/public': 'VMADO',
  'POST /api/challenges': 'VMADO',
  'POST /api/phone-requests': 'VMADO',
  'GET /api/phone-requests/:id': 'VMADO',
  'GET /api/phone-requests/:id/events': 'VMADO',
  'POST /api/phone-requests/:id/redeem': 'VMADO',
  'DELETE /api/phone-requests/:id': 'VMADO',
  'POST /api/phone/open': 'VMADO',
  'POST /api/phone/match': 'VMADO',
  'POST /api/phone/approve': 'VMADO',
  'POST /api/phone/decline': 'VMADO',
  'GET /api/session': '-MADO',
  'POST /api/sessions': 'VMADO',
  'POST /api/session/touch': '-MADO',
  'POST /api/session/step-up': '-MADO',
  'DELETE /api/session/admin-mode': '-MADO',
  'DELETE /api/session': 'VMADO',
  'POST /api/setup': 'VMADO',
  'POST /api/client-errors': 'VMADO',
  'POST /api/recoveries': 'VMADO',
  'GET /api/invites/lookup': 'VMADO',
  'GET /api/events': '-MADO',
  'GET /api/me': '-MADO',
  'PATCH /api/me': '-MADO',
  'POST /api/me/export': '-MADO',
  'POST /api/me/deletion': '-MADO',
  'GET /api/me/wallets': '-MADO',
  'GET /api/me/wallets/:id': '-MADO',
  'POST /api/me/wallets': '-MADO',
  'PATCH /api/me/wallets/:id': '-MADO',
  'POST /api/me/wallets/:id/primary': '-MADO',
  'DELETE /api/me/wallets/:id': '-MADO',
  'POST /api/me/wallets/:id/keep': '-MADO',
  'GET /api/me/sessions': '-MADO',
  'DELETE /api/me/sessions/:id': '-MADO',
  'DELETE /api/me/sessions': '-MADO',
  'GET /api/me/devices': '-MADO',
  'DELETE /api/me/devices/:id': '-MADO',
  'GET /api/me/launcher': '-MADO',
  'GET /api/me/apps': '-MADO',
  'GET /api/me/apps/:id': '-MADO',
  'DELETE /api/me/apps/:id': '-MADO',
  'GET /api/sign-outs/:id': 'VMADO',
  'POST /api/sign-outs/:id': 'VMADO',
  'GET /api/interactions/:id': 'VMADO',
  'POST /api/interactions/:id': 'VMADO',
  'POST /api/interactions/:id/challenges': '-MADO',
  'POST /api/interactions/:id/proof': '-MADO',
  'POST /api/access-requests': 'VMADO',
  'GET /api/me/vaults': '-MADO',
  'POST /api/me/vaults': '-MADO',
  'DELETE /api/me/vaults/:id': '-MADO',
  'GET /api/me/access': '-MADO',
  'POST /api/me/access/check': '-MADO',
  'POST /api/me/access-requests': '-MADO',
  'GET /api/me/notices': '-MADO',
  'POST /api/me/notices/:id/read': '-MADO',
  'GET /api/me/activity': '-MADO',
  'GET /api/me/activity.csv': '-MADO',
  'POST /api/me/recovery-codes': '-MADO',
  'DELETE /api/me/recovery-codes': '-MADO',
  'GET /api/admin/stats': '--ADO',
  'GET /api/admin/checklist': '----O',
  'POST /api/admin/checklist/dismiss': '----O',
  'GET /api/admin/people': '--ADO',
  'GET /api/admin/people/:id': '--ADO',
  'PATCH /api/admin/people/:id': '---DO',
  'POST /api/admin/people/bulk': '---DO',
  'POST /api/admin/people/:id/sign-out': '---DO',
  'POST /api/admin/people/:id/recovery-link': '---DO',
  'POST /api/admin/people/:id/check': '---DO',
  'DELETE /api/admin/people/:id': '----O',
  'DELETE /api/admin/people/:id/deletion': '----O',
  'DELETE /api/admin/people/:id/grants/:grantId': '---DO',
  'GET /api/admin/invites': '---DO',
  'POST /api/admin/invites': '---DO',
  'DELETE /api/admin/invites/:id': '---DO',
  'GET /api/admin/access-requests': '---DO',
  'POST /api/admin/access-requests/:id/accept': '---DO',
  'POST /api/admin/access-requests/:id/decline': '---DO',
  'GET /api/admin/sessions': '--ADO',
  'DELETE /api/admin/sessions/:id': '---DO',
  'GET /api/admin/activity': '--ADO',
  'GET /api/admin/activity.csv': '---DO',
  'GET /api/admin/activity.jsonl': '---DO',
  'GET /api/admin/activity/verify': '--ADO',
  'GET /api/admin/settings': '--ADO',
  'PATCH /api/admin/settings': '----O',
  'PUT /api/admin/settings/logo': '----O',
  'GET /api/admin/networks': '----O',
  'POST /api/admin/networks': '----O',
  'PATCH /api/admin/networks/:id': '----O',
  'DELETE /api/admin/networks/:id': '----O',
  'POST /api/admin/networks/:id/test': '----O',
  'GET /api/admin/apps': '--ADO',
  'GET /api/admin/apps/:id': '--ADO',
  'POST /api/admin/apps': '---DO',
  'PATCH /api/admin/apps/:id': '---DO',
  'PUT /api/admin/apps/:id/logo': '---DO',
  'DELETE /api/admin/apps/:id': '---DO',
  'GET /api/admin/apps/:id/people': '--ADO',
  'POST /api/admin/apps/:id/sign-out': '---DO',
  'POST /api/admin/apps/:id/secrets': '---DO',
  'DELETE /api/admin/apps/:id/secrets/:secretId': '---DO',
  'GET /api/admin/apps/:id/preview': '--ADO',
  'POST /api/admin/apps/:id/test': '---DO',
  'POST /api/admin/apps/:id/test/finish': '---DO',
  'GET /api/admin/keys': '----O',
  'POST /api/admin/keys/rotate': '----O',
  'GET /api/admin/groups': '--ADO',
  'POST /api/admin/groups': '---DO',
  'PATCH /api/admin/groups/:id': '---DO',
  'DELETE /api/admin/groups/:id': '---DO',
  'GET /api/admin/groups/:id/uses': '---DO',
  'GET /api/admin/groups/:id/members': '--ADO',
  'PUT /api/admin/groups/:id/members': '---DO',
  'GET /api/admin/groups/:id/rule': '--ADO',
  'PUT /api/admin/groups/:id/rule': '---DO',
  'GET /api/admin/groups/:id/rule/members': '--ADO',
  'POST /api/admin/groups/:id/rule/preview': '---DO',
  'POST /api/admin/groups/:id/rule/try': '---DO',
  'POST /api/admin/groups/:id/wallet-lists': '---DO',
  'GET /api/admin/groups/:id/wallet-lists/:listId': '--ADO',
  'GET /api/admin/rule-networks': '--ADO',
  'GET /api/admin/contracts': '---DO',
  'GET /api/admin/hosts': '---DO',
  'POST /api/admin/hosts': '---DO',
  'PATCH /api/admin/hosts/:id': '---DO',
  'DELETE /api/admin/hosts/:id': '---DO',
  'POST /api/admin/hosts/check-path/rotate': '---DO',
  'POST /api/admin/hosts/:id/tokens': '---DO',
  'DELETE /api/admin/hosts/:id/tokens/:tokenId': '---DO',
  'GET /api/admin/health': '--ADO',
}

const COLUMNS: Visitor[] = ['visitor', 'member', 'auditor', 'admin', 'owner']
const nameOf = ({ method, path }: Route) => `${method} ${path}`

test('has a row for every route and no other', () => {
  assert.deepEqual(Object.keys(ROLE_NAMES).sort(), routes.map(nameOf).sort())
  for (const [name, row] of Object.entries(ROLE_NAMES))
    assert.ok(
      [...row].every((mark, index) => mark === '-' || mark === 'VMADO'[index]) && row.length === COLUMNS.length,
      name,
    )
})

forDefaultEngine('permissions by role', (engine) => {
  let server: TestServer
  const people = new Map<Visitor, { browser: Browser; id: string | null }>()
  before(async () => {
    server = await startServer(engine)
    people.set('visitor', { browser: openBrowser(server), id: null })
    for (const role of COLUMNS) if (role !== 'visitor') people.set(role, await addPerson(server, role))
  })
  after(() => server.close())

  for (const route of routes) {
    const name = nameOf(route)
    const row = ROLE_NAMES[name] ?? ''
    test(`${name} is for ${row}`, async () => {
      const answered: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const [index, visitor] of COLUMNS.entries()) {
        const refused = visitor === 'visitor' ? 'unauthenticated' : 'forbidden'
        expected[visitor] = row[index] === '-' ? refused : 'allowed in'
        answered[visitor] = await callRoute(route, visitor)
      }
      assert.deepEqual(answered, expected)
      const refusals = (await readEvents(server, 'access.refused')).filter(
        ({ data, code }) => data.call === name && code !== 'step_up_required',
      )
      const forbidden = COLUMNS.filter((visitor) => expected[visitor] === 'forbidden')
      assert.deepEqual(
        refusals.map(({ actor_id, outcome, code }) => ({ actor_id, outcome, code })),
        forbidden.map((visitor) => ({ actor_id: people.get(visitor)?.id, outcome: 'refused', code: 'forbidden' })),
      )
    })
  }

  /** Whether authorization passed; other errors of the request do not matter. */
  async function callRoute(route: Route, visitor: Visitor): Promise<string> {
    const known = people.get(visitor)?.browser
    assert.ok(known)
    // This route ends the session of the caller.
    const leaves = nameOf(route) === 'DELETE /api/session' && visitor !== 'visitor'
    const browser = leaves ? (await addPerson(server, visitor)).browser : known
    const path = route.path.replaceAll(/:\w+/g, 'per_01AAAAAAAAAAAAAAAAAAAAAAAA')
    if (route.media === 'text/event-stream') return openStream(browser, path)
    const response = await browser.call({ method: route.method, path, headers: { 'if-match': '"1"' } })
    const { code } = (response.json ?? {}) as Partial<ProblemDetails> // none for a good answer
    return verdictOf(response.status, code)
  }

  /** An open stream does not end, so it is aborted. */
  async function openStream({ cookies }: Browser, path: string): Promise<string> {
    const stop = new AbortController()
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await fetch(server.url + path, { headers: { cookie }, signal: stop.signal })
    const code = response.ok ? undefined : ((await response.json()) as ProblemDetails).code // every refusal has one
    stop.abort()
    return verdictOf(response.status, code)
  }
})

function verdictOf(status: number, code: string | undefined): string {
  const refused = status === 401 || code === 'forbidden' || code === 'csrf_refused' || status >= 500
  return refused ? String(code ?? status) : 'allowed in'
}
