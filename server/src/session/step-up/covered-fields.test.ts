import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Route } from '@countersign/contract/route.ts'
import { routes } from '@countersign/contract/schemas/route-schemas.ts'
import { bodyFieldsOf } from '../../../../test/support/body-fields.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const HOUR = 3_600_000

/** A call that one signature covers, and a valid value of every other field. */
type Case = {
  call: (server: TestServer) => Promise<{ path: string; action: string }>
  covered: Record<string, unknown>
  others: Record<string, unknown>
}

const CASES: Record<string, Case> = {
  'PATCH /api/admin/people/:id': {
    async call(server) {
      const { id } = await addPerson(server)
      return { path: `/api/admin/people/${id}`, action: `people.role:${id}:auditor` }
    },
    covered: { role: 'auditor' },
    others: { status: 'suspended', reason: 'Left', displayName: 'Mallory' },
  },
  'POST /api/admin/invites': {
    call: async () => ({ path: '/api/admin/invites', action: `invites.create:auditor:1:${HOUR}` }),
    covered: { role: 'auditor', maxUses: 1, expiresInMs: HOUR },
    others: { groupIds: [] },
  },
  'PATCH /api/admin/settings': {
    call: async () => ({ path: '/api/admin/settings', action: 'factories.write' }),
    covered: { factories: [`0x${'12'.repeat(20)}`] },
    others: {
      name: 'Mallory',
      contact: 'mallory@example.com',
      accent: '#345678',
      registration: 'open',
      registrationGroupIds: [],
      sessionMaxMs: 48 * HOUR,
      sessionIdleMs: HOUR,
      sessionNotKeptMs: HOUR,
      activityKeptMs: 24 * 40 * HOUR,
      addressKeptMs: 24 * 40 * HOUR,
      namespaces: ['eip155'],
      phoneSignIn: 'trusted',
      phoneSignInForAdmins: true,
      ens: false,
    },
  },
  'PATCH /api/admin/apps/:id': {
    async call(server) {
      const { app } = await registerApp(server)
      return { path: `/api/admin/apps/${app.id}`, action: `apps.keys:${app.id}` }
    },
    covered: { authMethod: 'client_secret_post' },
    others: {
      name: 'Mallory',
      launchUrl: 'https://mallory.example/',
      redirectUris: ['https://mallory.example/callback'],
      postLogoutUris: [],
      allowedOrigins: [],
      backchannelLogoutUri: null,
      scopes: ['openid'],
      consent: 'never',
      subjectType: 'public',
      idTokenAlg: 'RS256',
      email: 'synthetic',
      requirePar: false,
      requirePkce: false,
      allowHttp: true,
      introspectAppIds: [],
      tokenAudience: null,
      access: 'everyone',
      groupIds: [],
      accessSeconds: 60,
      refreshIdleSeconds: 60,
      refreshMaxSeconds: 60,
      status: 'disabled',
    },
  },
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const coveredFieldsOf = ({ stepUp }: Route) => (typeof stepUp === 'object' ? stepUp.fields : undefined)

describe('the table of calls that are critical with some fields', () => {
  const partly = routes.filter((route) => coveredFieldsOf(route))

  test('has every route', () => {
    assert.deepEqual(Object.keys(CASES).sort(), partly.map(nameOf).sort())
  })

  for (const route of partly)
    test(`has every other field of ${nameOf(route)}`, () => {
      const others = bodyFieldsOf(route).filter((field) => !coveredFieldsOf(route)?.includes(field))
      assert.deepEqual(Object.keys(CASES[nameOf(route)]?.others ?? {}).sort(), others.sort())
    })
})

forDefaultEngine('the signature of a critical action', (engine) => {
  let server: TestServer
  let owner: TestPerson
  before(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
  })
  after(() => server.close())

  const readState = async () => [
    await readRows(server, 'SELECT role, status, display_name FROM person ORDER BY id'),
    await readRows(server, "SELECT value FROM setting WHERE key = 'settings'"),
    await readRows(server, 'SELECT id FROM invite'),
    await readRows(server, 'SELECT * FROM app ORDER BY id'),
  ]

  for (const [name, { call, covered, others }] of Object.entries(CASES))
    for (const [field, value] of Object.entries(others))
      test(`for ${Object.keys(covered).join(' ')} of ${name} does not change ${field}`, async () => {
        const { path, action } = await call(server)
        const before = await readState()
        await grantStepUp(server, owner, action)
        const method = name.split(' ')[0] ?? ''
        const send = () => owner.change(method, path, { ...covered, [field]: value })
        const { stepUp } = expectProblem(await send(), 'step_up_required')
        assert.deepEqual(stepUp, { action: 'admin.mode' })
        assert.deepEqual(await readState(), before)
        assert.deepEqual((await readEvents(server, 'access.refused')).at(-1)?.data.action, 'admin.mode')
        server.clock.now += 60_000
      })

  test('is used up together with admin mode', async () => {
    const { id } = await addPerson(server)
    const path = `/api/admin/people/${id}`
    const body = { role: 'auditor', displayName: 'Ada' }
    await grantStepUp(server, owner, 'admin.mode')
    assert.deepEqual(expectProblem(await owner.change('PATCH', path, body), 'step_up_required').stepUp, {
      action: 'people.role',
      target: `${id}:auditor`,
    })
    await grantStepUp(server, owner, `people.role:${id}:auditor`)
    assert.equal((await owner.change('PATCH', path, body)).status, 200)
    assert.deepEqual(await readRows(server, 'SELECT role, display_name FROM person WHERE id = ?', id), [
      { role: 'auditor', display_name: 'Ada' },
    ])
  })
})
