import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import type { ProblemDetails } from '@countersign/contract/error/errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { routes } from '@countersign/contract/schemas/route-schemas.ts'
import { sealUrls } from '../../server/src/networks/configured-networks.ts'
import { newId } from '../../server/src/platform/crypto/id.ts'
import { statement } from '../../server/src/platform/store/database.ts'
import { type FakeNode, startNode } from '../support/chain/fake-node.ts'
import { forEachEngine } from '../support/database/each-engine.ts'
import { changeRows } from '../support/database/rows.ts'
import { registerApp } from '../support/oidc/relying-party.ts'
import { addRuleGroup } from '../support/rule-groups.ts'
import { errorCodeOf, newAccount, prove } from '../support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../support/server/people.ts'
import { startServer, type TestServer } from '../support/server/server.ts'
import { fetchChallenge } from '../support/server/wallets.ts'

const ID = 'per_01AAAAAAAAAAAAAAAAAAAAAAAA'
const PROOF = {
  namespace: 'eip155',
  challenge: 'c'.repeat(100),
  account: `eip155:1:0x${'12'.repeat(20)}`,
  message: 'm',
  signature: `0x${'00'.repeat(65)}`,
}
/** Stands for the node of this test. */
const NODE = 'http://127.0.0.1:9'
const nameOf = ({ method, path }: Route) => `${method} ${path}`
/** They read the session, if there is one, once the body is there. */
const LATE = [
  'POST /api/access-requests',
  'POST /api/challenges',
  'POST /api/client-errors',
  'POST /api/interactions/:id',
  'POST /api/phone-requests',
  'DELETE /api/phone-requests/:id',
  'POST /api/phone-requests/:id/redeem',
  'POST /api/phone/approve',
  'POST /api/phone/decline',
  'POST /api/phone/match',
  'POST /api/phone/open',
  'POST /api/recoveries',
  'DELETE /api/session',
  'POST /api/session/touch',
  'POST /api/sessions',
  'POST /api/setup',
  'POST /api/sign-outs/:id',
]
/** Every other call that changes something for someone signed in. */
const changing = routes.filter(
  (route) => route.method !== 'GET' && route.caller === 'session' && !LATE.includes(nameOf(route)),
)

/** A valid body of each route that needs admin mode or a signature, and the step-up for it. */
const SIGNED: Record<string, { body?: unknown; stepUp: string }> = {
  'POST /api/admin/access-requests/:id/accept': { body: {}, stepUp: 'admin.mode' },
  'POST /api/admin/access-requests/:id/decline': { stepUp: 'admin.mode' },
  'POST /api/admin/apps': {
    body: {
      kind: 'web',
      preset: 'other',
      name: 'Wiki',
      redirectUris: ['https://wiki.example/callback'],
      access: 'everyone',
    },
    stepUp: 'admin.mode',
  },
  'DELETE /api/admin/apps/:id': { stepUp: `apps.delete:${ID}` },
  'PATCH /api/admin/apps/:id': { body: { name: 'Wiki' }, stepUp: 'admin.mode' },
  'PUT /api/admin/apps/:id/logo': { body: { image: null }, stepUp: 'admin.mode' },
  'POST /api/admin/apps/:id/secrets': { body: {}, stepUp: `apps.secrets:${ID}` },
  'DELETE /api/admin/apps/:id/secrets/:secretId': { stepUp: `apps.secrets:${ID}` },
  'POST /api/admin/apps/:id/sign-out': { stepUp: 'admin.mode' },
  'POST /api/admin/groups': { body: { name: 'Staff', slug: 'staff' }, stepUp: 'admin.mode' },
  'DELETE /api/admin/groups/:id': { stepUp: 'admin.mode' },
  'PATCH /api/admin/groups/:id': { body: { name: 'Staff' }, stepUp: 'admin.mode' },
  'PUT /api/admin/groups/:id/members': { body: { add: [], remove: [] }, stepUp: 'admin.mode' },
  'PUT /api/admin/groups/:id/rule': { body: { rule: null }, stepUp: `groups.rule:${ID}` },
  'POST /api/admin/groups/:id/wallet-lists': { body: { csv: `address\n0x${'12'.repeat(20)}` }, stepUp: 'admin.mode' },
  'POST /api/admin/hosts': { body: { host: 'wiki.example', name: 'Wiki', access: 'everyone' }, stepUp: 'admin.mode' },
  'DELETE /api/admin/hosts/:id': { stepUp: 'admin.mode' },
  'PATCH /api/admin/hosts/:id': { body: { enabled: false }, stepUp: 'admin.mode' },
  'POST /api/admin/hosts/check-path/rotate': { stepUp: 'admin.mode' },
  'POST /api/admin/hosts/:id/tokens': { body: { name: 'ci' }, stepUp: `hosts.tokens:${ID}` },
  'DELETE /api/admin/hosts/:id/tokens/:tokenId': { stepUp: `hosts.tokens:${ID}` },
  'POST /api/admin/invites': {
    body: { role: 'admin', maxUses: 1, expiresInMs: 3_600_000 },
    stepUp: 'invites.create:admin:1:3600000',
  },
  'DELETE /api/admin/invites/:id': { stepUp: 'admin.mode' },
  'POST /api/admin/keys/rotate': { body: { alg: 'ES256', distrust: false }, stepUp: 'keys.rotate' },
  'POST /api/admin/networks': { body: { chainId: 1, name: 'Ethereum', urls: [NODE] }, stepUp: 'networks.write:1' },
  'DELETE /api/admin/networks/:id': { stepUp: `networks.write:${ID}` },
  'PATCH /api/admin/networks/:id': { body: { name: 'Ethereum' }, stepUp: `networks.write:${ID}` },
  'DELETE /api/admin/people/:id': { stepUp: `people.delete:${ID}` },
  'DELETE /api/admin/people/:id/deletion': { stepUp: 'admin.mode' },
  'PATCH /api/admin/people/:id': { body: { role: 'admin' }, stepUp: `people.role:${ID}:admin` },
  'POST /api/admin/people/:id/check': { stepUp: 'admin.mode' },
  'DELETE /api/admin/people/:id/grants/:grantId': { stepUp: 'admin.mode' },
  'POST /api/admin/people/:id/recovery-link': { stepUp: `people.recover:${ID}` },
  'POST /api/admin/people/:id/sign-out': { stepUp: 'admin.mode' },
  'POST /api/admin/people/bulk': { body: { ids: [ID], suspend: { reason: '' } }, stepUp: 'admin.mode' },
  'DELETE /api/admin/sessions/:id': { stepUp: 'admin.mode' },
  'PATCH /api/admin/settings': { body: { name: 'Acme' }, stepUp: 'admin.mode' },
  'PUT /api/admin/settings/logo': { body: { image: null }, stepUp: 'admin.mode' },
  'POST /api/me/deletion': { body: { phrase: DELETION_PHRASE }, stepUp: 'account.delete' },
  'POST /api/me/export': { stepUp: 'data.export' },
  'POST /api/me/recovery-codes': { stepUp: 'recovery.create' },
  'DELETE /api/me/recovery-codes': { stepUp: 'recovery.drop' },
  'POST /api/me/wallets': { body: { proof: PROOF }, stepUp: `wallet.add:${PROOF.account}` },
  'DELETE /api/me/wallets/:id': { stepUp: `wallet.remove:${ID}` },
  'POST /api/me/wallets/:id/keep': { stepUp: `wallet.keep:${ID}` },
  'POST /api/me/wallets/:id/primary': { stepUp: `wallet.primary:${ID}` },
}

/** These change nothing, or only the session itself, or are refused before their transaction begins. */
const WITHOUT = [
  'DELETE /api/session/admin-mode',
  'POST /api/session/step-up',
  'POST /api/interactions/:id/challenges',
  'POST /api/interactions/:id/proof',
  'POST /api/me/access-requests',
  'POST /api/me/access/check',
  'POST /api/me/vaults',
  'POST /api/admin/apps/:id/test/finish',
  'POST /api/admin/groups/:id/rule/preview',
  'POST /api/admin/groups/:id/rule/try',
  'POST /api/admin/networks/:id/test',
  'POST /api/admin/people/:id/check',
]

/** Valid bodies of the other routes. */
const BODIES: Record<string, unknown> = {
  'PATCH /api/me': { displayName: 'Ada' },
  'PATCH /api/me/wallets/:id': { label: 'Cold' },
  'POST /api/admin/checklist/dismiss': { item: 'app' },
}

const END = statement("UPDATE session SET ended_at = 1, end_reason = 'signed_out' WHERE id = ?")

forEachEngine('a caller who loses authority while sending the body', (engine, testOnce) => {
  let server: TestServer
  let boss: TestPerson
  let node: FakeNode
  const inBackground = new AsyncLocalStorage<true>()
  const admissions = new Map<string, () => void>()
  before(async () => {
    server = await startServer(engine)
    boss = await addPerson(server, 'owner')
    node = await startNode('0x1')
    const { rates, background } = server.context
    // Work of the system that follows a request, such as recording a refusal.
    server.context.background = {
      ...background,
      run: (what, work) => background.run(what, () => inBackground.run(true, work)),
    }
    server.context.rates = {
      ...rates,
      take(key) {
        admissions.get(key)?.()
      },
    }
  })
  after(async () => {
    await server.close()
    await node.die()
  })

  /** The proof of a new wallet is checked before the transaction. */
  async function proveWallet({ browser }: TestPerson) {
    const added = newAccount()
    const proof = await prove(await fetchChallenge(browser, 'link_wallet'), added)
    return { body: { proof }, stepUp: `wallet.add:${proof.account}` }
  }

  const withNode = (body: unknown): unknown =>
    body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll(NODE, node.url))

  let networks = 0
  async function addNetwork(): Promise<string> {
    const id = newId(server.context, 'net')
    const sql =
      "INSERT INTO network (id, chain_id, name, urls, enabled, created_at, updated_at, version) VALUES (?, ?, 'N', ?, 1, 1, 1, 1)"
    await changeRows(server, sql, id, 1000 + networks++, sealUrls(server.context, id, [node.url]))
    return id
  }

  /** Where an unknown ID is reported before the transaction. */
  const TARGETS: Record<string, () => Promise<string>> = {
    'POST /api/admin/apps/:id/test': async () => (await registerApp(server)).app.id,
    'POST /api/admin/groups/:id/wallet-lists': async () => (await addRuleGroup(server)).id,
    'PUT /api/admin/groups/:id/rule': async () => (await addRuleGroup(server)).id,
    'PATCH /api/admin/networks/:id': addNetwork,
    'DELETE /api/admin/networks/:id': addNetwork,
    'DELETE /api/admin/sessions/:id': async () => (await addPerson(server)).sessionId,
  }

  type Sent = { body?: unknown; id?: string | undefined; midway?: () => Promise<void> }

  function callRoute({ browser }: TestPerson, { method, path }: Route, { body, id = ID, midway }: Sent) {
    const headers = { 'if-match': '"1"' }
    return browser.call({ method, path: path.replaceAll(/:\w+/g, id), body, headers, midway })
  }

  /** Sends the headers and one byte, changes something once the server has read the headers, and sends the rest. */
  function sendSlowly(person: TestPerson, route: Route, lose: () => Promise<unknown>, body?: unknown) {
    const admitted = new Promise<void>((resolve) => admissions.set(`write:${person.sessionId}`, resolve))
    const midway = async () => {
      await admitted // the server has read the headers
      await lose()
    }
    return callRoute(person, route, { body, midway })
  }

  const MOMENTS: [name: string, code: string, lose: (person: TestPerson) => Promise<unknown>][] = [
    ['suspended', 'session_revoked', ({ id }) => boss.signed('PATCH', PERSON(id), { status: 'suspended', reason: '' })],
    ['demoted', 'session_revoked', ({ id }) => boss.signed('PATCH', PERSON(id), { role: 'member' })],
    ['signed out', 'unauthenticated', ({ browser }) => browser.delete('/api/session')],
  ]

  for (const [moment, code, lose] of MOMENTS)
    for (const route of changing)
      testOnce(`is refused by ${nameOf(route)} when ${moment}`, async () => {
        const person = await addPerson(server, 'owner')
        const response = await sendSlowly(person, route, () => lose(person))
        assert.equal(errorCodeOf(response), code, response.text)
      })

  testOnce('is checked by every route, or has nothing to lose before the body is read', () => {
    const others = routes.filter((route) => route.method !== 'GET' && !changing.includes(route))
    assert.deepEqual(others.map(nameOf).sort(), LATE.toSorted())
  })

  testOnce('is asked for a step-up by every route that needs one', () => {
    assert.deepEqual(
      Object.keys(SIGNED).sort(),
      changing
        .filter(({ stepUp }) => stepUp !== undefined)
        .map(nameOf)
        .sort(),
    )
  })

  for (const route of changing) {
    const signed = SIGNED[nameOf(route)]
    if (!signed) continue
    testOnce(`is refused by ${nameOf(route)} when the step-up for it is gone`, async () => {
      const { body, stepUp } = signed
      const send = async (lose: (person: TestPerson) => Promise<unknown>) => {
        const person = await addPerson(server, 'owner')
        await grantStepUp(server, person, stepUp)
        const { json } = await sendSlowly(person, route, () => lose(person), body)
        return (json as ProblemDetails | undefined)?.code // none for a good answer
      }
      const kept = await send(async () => undefined)
      assert.ok(kept !== 'step_up_required' && kept !== 'invalid_body', kept)
      assert.equal(await send(stepUp === 'admin.mode' ? closeAdminMode : useStepUp), 'step_up_required')
    })
  }

  const closeAdminMode = ({ browser }: TestPerson) => browser.delete('/api/session/admin-mode')
  const useStepUp = ({ sessionId }: TestPerson) =>
    changeRows(server, 'UPDATE step_up SET used_at = ? WHERE session_id = ?', server.clock.now, sessionId)

  for (const route of changing) {
    const { body = BODIES[nameOf(route)], stepUp } = SIGNED[nameOf(route)] ?? { stepUp: undefined }
    testOnce(`is refused by each transaction of ${nameOf(route)}`, async () => {
      for (let count = 1; ; count++) {
        const person = await addPerson(server, 'owner')
        const id = (await TARGETS[nameOf(route)]?.()) ?? ID
        const own = nameOf(route) === 'POST /api/me/wallets' ? await proveWallet(person) : { body, stepUp }
        if (own.stepUp !== undefined) await grantStepUp(server, person, own.stepUp.replace(ID, id))
        const started = endSessionInTransaction(person, count)
        const { json, text } = await callRoute(person, route, { body: withNode(own.body), id })
        const { code } = (json ?? {}) as Partial<ProblemDetails> // none for a good answer
        if (!started()) {
          // The first of a critical action uses up its signature.
          const least = stepUp === undefined || stepUp === 'admin.mode' ? 1 : 2
          assert.ok(count > least || WITHOUT.includes(nameOf(route)), `transaction ${count} began: ${text}`)
          break
        }
        assert.equal(code, 'session_revoked', `transaction ${count}: ${text}`)
      }
    })
  }

  /** Ends the session at the start of its nth transaction from now on. Returns whether that one began. */
  function endSessionInTransaction({ sessionId }: TestPerson, count: number): () => boolean {
    const { store } = server.context
    let begun = 0
    server.context.store = {
      ...store,
      transaction(work, options) {
        // Asked here: SQLite runs the work in the turn of whoever was first in its queue.
        const isCounted = !inBackground.getStore()
        return store.transaction(async (queries) => {
          if (isCounted) begun++
          if (isCounted && begun === count) await queries.run(END, sessionId)
          return work(queries)
        }, options)
      },
    }
    return () => {
      server.context.store = store
      return begun >= count
    }
  }

  test('changes nothing', async () => {
    const person = await addPerson(server, 'owner')
    await grantStepUp(server, person, 'admin.mode')
    const route = routes.find((each) => nameOf(each) === 'POST /api/admin/groups')
    assert.ok(route)
    const group = { name: 'Thieves', slug: 'thieves' }
    const response = await sendSlowly(person, route, () => boss.signed('POST', `${PERSON(person.id)}/sign-out`), group)
    assert.equal(errorCodeOf(response), 'session_revoked', response.text)
    const { items } = (await boss.browser.get('/api/admin/groups')).json as { items: { slug: string }[] } // by contract
    assert.deepEqual(
      items.filter(({ slug }) => slug === group.slug),
      [],
    )
  })
})

function PERSON(id: string): string {
  return `/api/admin/people/${id}`
}
