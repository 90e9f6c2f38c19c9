import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Action, actions } from '@countersign/contract/action.ts'
import { RATE_RECORDED, WALLET_REMOVAL_DELAY_MS } from '@countersign/contract/limits.ts'
import type { Method } from '@countersign/contract/route.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { appSchema } from '@countersign/contract/schemas/admin/app.ts'
import { createHostToken } from '@countersign/contract/schemas/admin/host.ts'
import { networkSchema } from '@countersign/contract/schemas/admin/network.ts'
import { routes } from '@countersign/contract/schemas/route-schemas.ts'
import { type FakeNode, startNode } from '../../../../test/support/chain/fake-node.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { createClientKey, jwkSetOf } from '../../../../test/support/oidc/client-key.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { addProtectedHost } from '../../../../test/support/proxies/protected-host.ts'
import { ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { addRuleGroup } from '../../../../test/support/rule-groups.ts'
import { type Browser, newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { caip10Of, fetchChallenge, requestStepUp, stepUp } from '../../../../test/support/server/wallets.ts'

/** A valid call, and the action to sign for it. */
type Call = {
  path: string
  body?: unknown
  version?: number
  target?: string
  /** An object of the same kind. */
  other?: string
  status: number
}

type Case = { route: `${Method} ${string}`; action: Action; prepare(owner: TestPerson): Promise<Call> }

forEachEngine('critical action', (engine) => {
  let server: TestServer
  let node: FakeNode
  before(async () => {
    server = await startServer(engine)
    node = await startNode('0x1')
    // This test signs more often than the rate limit allows.
    server.context.rates = { ...server.context.rates, take: () => undefined }
  })
  after(async () => {
    await server.close()
    await node.die()
  })

  const walletOf = async (personId: string) =>
    String((await readRows(server, 'SELECT id FROM wallet WHERE person_id = ?', personId))[0]?.id)
  const versionOf = async (table: 'person' | 'wallet' | 'setting', id?: string) =>
    table === 'setting'
      ? 1
      : Number((await readRows(server, `SELECT version FROM ${table} WHERE id = ?`, id ?? ''))[0]?.version)

  /** A wallet of the owner that can be removed or become the main one. */
  async function addWallet({ browser, account }: TestPerson): Promise<string> {
    const added = newAccount()
    await stepUp(browser, account, 'wallet.add', caip10Of(added))
    const proof = await prove(await fetchChallenge(browser, 'link_wallet'), added)
    const answer = await browser.post('/api/me/wallets', { proof })
    assert.equal(answer.status, 201, answer.text)
    return (answer.json as { id: string }).id // a good answer has one
  }

  async function addNetwork(owner: TestPerson): Promise<{ id: string; version: number }> {
    await changeRows(server, 'DELETE FROM network WHERE chain_id = ?', 1)
    await grantStepUp(server, owner, 'networks.write:1')
    const answer = await owner.browser.post('/api/admin/networks', { chainId: 1, name: 'Ethereum', urls: [node.url] })
    return networkSchema.parse(answer.json)
  }

  async function appOf(owner: TestPerson) {
    const party = await registerApp(server)
    const other = await registerApp(server)
    const read = async () => appSchema.parse((await owner.browser.get(`/api/admin/apps/${party.app.id}`)).json)
    return { app: await read(), other: other.app.id }
  }

  let hosts = 0
  const newHost = () => addProtectedHost(server, `critical${++hosts}.example`)

  const CASES: Case[] = [
    {
      route: 'POST /api/me/wallets',
      action: 'wallet.add',
      async prepare({ browser }) {
        const added = newAccount()
        const proof = await prove(await fetchChallenge(browser, 'link_wallet'), added)
        const other = caip10Of(newAccount())
        return { path: '/api/me/wallets', body: { proof }, target: caip10Of(added), other, status: 201 }
      },
    },
    {
      route: 'POST /api/me/wallets/:id/primary',
      action: 'wallet.primary',
      async prepare(owner) {
        const target = await addWallet(owner)
        return { path: `/api/me/wallets/${target}/primary`, target, other: await walletOf(owner.id), status: 200 }
      },
    },
    {
      route: 'DELETE /api/me/wallets/:id',
      action: 'wallet.remove',
      async prepare(owner) {
        const target = await addWallet(owner)
        const version = await versionOf('wallet', target)
        return { path: `/api/me/wallets/${target}`, version, target, other: await walletOf(owner.id), status: 200 }
      },
    },
    {
      route: 'POST /api/me/wallets/:id/keep',
      action: 'wallet.keep',
      async prepare(owner) {
        const target = await addWallet(owner)
        const remove = "UPDATE wallet SET status = 'removing', remove_at = ?, removal_by = ? WHERE id = ?"
        const other = await walletOf(owner.id)
        await changeRows(server, remove, server.clock.now + WALLET_REMOVAL_DELAY_MS, other, target)
        return { path: `/api/me/wallets/${target}/keep`, target, other, status: 200 }
      },
    },
    {
      route: 'POST /api/me/recovery-codes',
      action: 'recovery.create',
      prepare: async () => ({ path: '/api/me/recovery-codes', status: 201 }),
    },
    {
      route: 'DELETE /api/me/recovery-codes',
      action: 'recovery.drop',
      prepare: async () => ({ path: '/api/me/recovery-codes', status: 204 }),
    },
    {
      route: 'POST /api/me/export',
      action: 'data.export',
      prepare: async () => ({ path: '/api/me/export', status: 200 }),
    },
    {
      route: 'POST /api/me/deletion',
      action: 'account.delete',
      async prepare() {
        await addPerson(server, 'owner') // one owner must remain
        return { path: '/api/me/deletion', body: { phrase: DELETION_PHRASE }, status: 202 }
      },
    },
    {
      route: 'PATCH /api/admin/people/:id',
      action: 'people.role',
      async prepare() {
        const { id } = await addPerson(server)
        const target = `${id}:admin`
        return {
          path: `/api/admin/people/${id}`,
          body: { role: 'admin' },
          version: 1,
          target,
          other: `${id}:owner`,
          status: 200,
        }
      },
    },
    {
      route: 'POST /api/admin/people/:id/recovery-link',
      action: 'people.recover',
      async prepare() {
        const [{ id: target }, { id: other }] = [await addPerson(server), await addPerson(server)]
        return { path: `/api/admin/people/${target}/recovery-link`, target, other, status: 201 }
      },
    },
    {
      route: 'DELETE /api/admin/people/:id',
      action: 'people.delete',
      async prepare() {
        const [{ id: target }, { id: other }] = [await addPerson(server), await addPerson(server)]
        return { path: `/api/admin/people/${target}`, version: 1, target, other, status: 202 }
      },
    },
    {
      route: 'POST /api/admin/invites',
      action: 'invites.create',
      async prepare() {
        const body = { role: 'owner', maxUses: 1, expiresInMs: 3_600_000 }
        return { path: '/api/admin/invites', body, target: 'owner:1:3600000', other: 'owner:1:7200000', status: 201 }
      },
    },
    {
      route: 'GET /api/admin/activity.csv',
      action: 'activity.export',
      prepare: async () => ({ path: '/api/admin/activity.csv', status: 200 }),
    },
    {
      route: 'GET /api/admin/activity.jsonl',
      action: 'activity.export',
      prepare: async () => ({ path: '/api/admin/activity.jsonl', status: 200 }),
    },
    {
      route: 'POST /api/admin/networks',
      action: 'networks.write',
      async prepare() {
        await changeRows(server, 'DELETE FROM network WHERE chain_id = ?', 1)
        const body = { chainId: 1, name: 'Ethereum', urls: [node.url] }
        return { path: '/api/admin/networks', body, target: '1', other: '10', status: 201 }
      },
    },
    {
      route: 'PATCH /api/admin/networks/:id',
      action: 'networks.write',
      async prepare(owner) {
        const { id, version } = await addNetwork(owner)
        const path = `/api/admin/networks/${id}`
        return { path, body: { urls: [node.url] }, version, target: id, other: '1', status: 200 }
      },
    },
    {
      route: 'DELETE /api/admin/networks/:id',
      action: 'networks.write',
      async prepare(owner) {
        const { id, version } = await addNetwork(owner)
        return { path: `/api/admin/networks/${id}`, version, target: id, other: '1', status: 204 }
      },
    },
    {
      route: 'PATCH /api/admin/settings',
      action: 'factories.write',
      async prepare({ browser }) {
        const { version } = (await browser.get('/api/admin/settings')).json as { version: number } // a good answer has one
        return { path: '/api/admin/settings', body: { factories: [`0x${'12'.repeat(20)}`] }, version, status: 200 }
      },
    },
    {
      route: 'PATCH /api/admin/apps/:id',
      action: 'apps.keys',
      async prepare(owner) {
        const { app, other } = await appOf(owner)
        const body = { authMethod: 'private_key_jwt', jwks: jwkSetOf(createClientKey('ES256', 'first')) }
        return { path: `/api/admin/apps/${app.id}`, body, version: app.version, target: app.id, other, status: 200 }
      },
    },
    {
      route: 'POST /api/admin/apps/:id/secrets',
      action: 'apps.secrets',
      async prepare(owner) {
        const { app, other } = await appOf(owner)
        return { path: `/api/admin/apps/${app.id}/secrets`, body: {}, target: app.id, other, status: 201 }
      },
    },
    {
      route: 'DELETE /api/admin/apps/:id/secrets/:secretId',
      action: 'apps.secrets',
      async prepare(owner) {
        const { app, other } = await appOf(owner)
        await grantStepUp(server, owner, `apps.secrets:${app.id}`)
        await owner.browser.post(`/api/admin/apps/${app.id}/secrets`, {})
        const path = `/api/admin/apps/${app.id}/secrets/${app.secrets[0]?.id}`
        return { path, target: app.id, other, status: 204 }
      },
    },
    {
      route: 'DELETE /api/admin/apps/:id',
      action: 'apps.delete',
      async prepare(owner) {
        const { app, other } = await appOf(owner)
        return { path: `/api/admin/apps/${app.id}`, version: app.version, target: app.id, other, status: 204 }
      },
    },
    {
      route: 'POST /api/admin/hosts/:id/tokens',
      action: 'hosts.tokens',
      async prepare() {
        const [{ id: target }, { id: other }] = [await newHost(), await newHost()]
        return { path: `/api/admin/hosts/${target}/tokens`, body: { name: 'ci' }, target, other, status: 201 }
      },
    },
    {
      route: 'DELETE /api/admin/hosts/:id/tokens/:tokenId',
      action: 'hosts.tokens',
      async prepare(owner) {
        const [{ id: target }, { id: other }] = [await newHost(), await newHost()]
        const made = await owner.signed('POST', `/api/admin/hosts/${target}/tokens`, { name: 'ci' })
        const { item } = createHostToken.answer.parse(made.json)
        return { path: `/api/admin/hosts/${target}/tokens/${item.id}`, target, other, status: 204 }
      },
    },
    {
      route: 'PUT /api/admin/groups/:id/rule',
      action: 'groups.rule',
      async prepare() {
        const [{ id: target }, { id: other }] = [await addRuleGroup(server), await addRuleGroup(server)]
        const body = { rule: ruleOf({ kind: 'role', roles: ['owner'] }) }
        return { path: `/api/admin/groups/${target}/rule`, body, version: 1, target, other, status: 200 }
      },
    },
    {
      route: 'POST /api/admin/keys/rotate',
      action: 'keys.rotate',
      prepare: async () => ({ path: '/api/admin/keys/rotate', body: { alg: 'ES256', distrust: false }, status: 200 }),
    },
  ]

  test('routes are all in this table', () => {
    const critical = routes.filter(({ stepUp: needed }) => needed !== undefined && needed !== 'admin')
    assert.deepEqual(
      CASES.map(({ route }) => route).sort(),
      critical.map(({ method, path }) => `${method} ${path}`).sort(),
    )
    const named = new Set(CASES.map(({ action }) => action))
    assert.deepEqual(
      Object.keys(actions).filter((action) => !named.has(action as Action)), // its keys are the actions
      ['admin.mode'],
    )
  })

  for (const { route, action, prepare } of CASES)
    test(`${route} requires one signature for it in this session, usable once`, async () => {
      const owner = await addPerson(server, 'owner')
      const call = await prepare(owner)
      const { target } = call
      const method = route.split(' ')[0] ?? ''
      const sendRequest = (browser: Browser) =>
        browser.call({
          method,
          path: call.path,
          ...(call.body === undefined ? {} : { body: call.body }),
          headers: call.version === undefined ? {} : { 'if-match': `"${call.version}"` },
        })
      const countRefusals = async () =>
        (await readEvents(server, 'access.refused', 'step_up.refused')).filter(({ actor_id }) => actor_id === owner.id)
          .length
      async function refuse(browser: Browser = owner.browser): Promise<void> {
        const before = await countRefusals()
        server.clock.now += RATE_RECORDED.perMs
        const { stepUp } = expectProblem(await sendRequest(browser), 'step_up_required')
        assert.deepEqual(stepUp, target === undefined ? { action } : { action, target })
        assert.equal(await countRefusals(), before + 1, 'recorded')
      }
      const sign = (browser: Browser, to: Action, on?: string) => stepUp(browser, owner.account, to, on)

      await refuse()

      server.clock.now += RATE_RECORDED.perMs
      await sign(owner.browser, action === 'recovery.drop' ? 'data.export' : 'recovery.drop')
      await sign(owner.browser, 'admin.mode')
      if (call.other !== undefined) await sign(owner.browser, action, call.other)
      const second = openBrowser(server)
      expectStarted(await signIn(second, owner.account))
      await sign(second, action, target)
      expectProblem(await sendRequest(owner.browser), 'step_up_required')

      const stale = openBrowser(server)
      for (const [name, value] of owner.browser.cookies) stale.cookies.set(name, value)
      await sign(owner.browser, action, target)
      expectProblem(await sendRequest(stale), 'step_up_required')

      await changeRows(
        server,
        "UPDATE wallet SET linked_via = 'recovery', linked_at = ? WHERE id = ?",
        server.clock.now,
        await walletOf(owner.id),
      )
      expectProblem(await sendRequest(owner.browser), 'wallet_too_new')
      const refused = await countRefusals()
      expectProblem(await requestStepUp(owner.browser, owner.account, action, target), 'wallet_too_new')
      assert.equal(await countRefusals(), refused + 1)
      await changeRows(server, "UPDATE wallet SET linked_via = 'sign_in' WHERE id = ?", await walletOf(owner.id))

      const done = await sendRequest(owner.browser)
      assert.equal(done.status, call.status, done.text)
      const again = await sendRequest(owner.browser)
      if (action === 'account.delete') expectProblem(again, 'unauthenticated')
      else expectProblem(again, 'step_up_required')
    })
})
