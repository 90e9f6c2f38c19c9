import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import {
  ADMIN_INVITE_TTL_MS,
  INVITE_TTL_RANGE_MS,
  INVITE_USES_MAX,
  OWNER_INVITE_TTL_MS,
  RATE_INVITES_PER_ADDRESS,
} from '@countersign/contract/limits.ts'
import type { Invite } from '@countersign/contract/routes/admin/invite.ts'
import { inviteSchema } from '@countersign/contract/schemas/admin/invite.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { fetchChallenge } from '../../../../test/support/server/wallets.ts'
import { useInvite } from './invite.ts'

const PATH = '/api/admin/invites'
const HOUR = 3_600_000
const DAY = 24 * HOUR

forEachEngine('invitations', (engine, testOnce) => {
  let server: TestServer
  let owner: TestPerson
  let admin: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    admin = await addPerson(server, 'admin')
    await changeRows(
      server,
      "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)",
      '{"registration":"invite","version":1}',
    )
  })
  afterEach(() => server.close())

  const postInvite = (by: TestPerson, change: object = {}) =>
    by.signed('POST', PATH, { role: 'member', maxUses: 1, expiresInMs: HOUR, ...change })

  async function createInvite(
    by: TestPerson,
    change: object = {},
  ): Promise<{ invite: Invite; token: string; url: string }> {
    const response = await postInvite(by, change)
    assert.equal(response.status, 201, response.text)
    const created = response.json as { invite: unknown; url: string } // checked next
    return { invite: inviteSchema.parse(created.invite), url: created.url, token: created.url.split('/').at(-1) ?? '' }
  }

  const revokeInvite = (by: TestPerson, id: string) => by.signed('DELETE', `${PATH}/${id}`)

  async function acceptInvite(token: string, account = newAccount()) {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), account)
    return browser.post('/api/sessions', { proof, keep: true, invite: token })
  }
  const lookUpInvite = (token: string) => openBrowser(server).get(`/api/invites/lookup?token=${token}`)
  const listInvites = async () => ((await admin.browser.get(PATH)).json as { items: Invite[] }).items // compared by the caller

  testOnce('shows the link once and stores only its hash', async () => {
    const { invite: created, url, token } = await createInvite(admin)
    assert.equal(url, `http://localhost:3000/invite/${token}`)
    assert.match(token, /^[A-Za-z0-9_-]{27}$/)
    const time = server.clock.now
    assert.deepEqual(created, {
      id: created.id,
      role: 'member',
      address: null,
      chainId: null,
      groups: [],
      maxUses: 1,
      uses: 0,
      status: 'open',
      createdBy: { id: admin.id, displayName: null, address: admin.account.address, ens: null, role: 'admin' },
      createdAt: new Date(time).toISOString(),
      expiresAt: new Date(time + HOUR).toISOString(),
    })
    const listed = await admin.browser.get(PATH)
    assert.deepEqual(listed.json, { items: [created], nextCursor: null })
    assert.ok(!listed.text.includes(token))
    assert.ok(!JSON.stringify(await readRows(server, 'SELECT * FROM invite')).includes(token))
  })

  test('admits one person with the role of the invitation', async () => {
    const { invite: createdInvite, token } = await createInvite(admin, { role: 'auditor' })
    const { me, created } = expectStarted(await acceptInvite(token))
    assert.deepEqual([me.role, created], ['auditor', true])
    expectProblem(await acceptInvite(token), 'invite_used')
    expectProblem(await lookUpInvite(token), 'invite_used')
    assert.deepEqual(
      (await listInvites()).map(({ uses, status }) => ({ uses, status })),
      [{ uses: 1, status: 'used_up' }],
    )
    assert.deepEqual(
      (await readEvents(server, 'invite.created', 'invite.used')).map(({ kind, actor_id, data }) => ({
        kind,
        actor_id,
        data,
      })),
      [
        {
          kind: 'invite.created',
          actor_id: admin.id,
          data: { inviteId: createdInvite.id, role: 'auditor', maxUses: 1, bound: false },
        },
        { kind: 'invite.used', actor_id: me.id, data: { inviteId: createdInvite.id } },
      ],
    )
  })

  test('admits no more people than allowed under concurrent sign-ups', async () => {
    const { token } = await createInvite(admin, { maxUses: 2 })
    const responses = await Promise.all(Array.from({ length: 4 }, () => acceptInvite(token)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 201, 409, 409])
  })

  test('is not used up by a person who already has an account', async () => {
    const { token } = await createInvite(admin)
    assert.equal(expectStarted(await acceptInvite(token, owner.account)).created, false)
    assert.equal((await listInvites())[0]?.uses, 0)
  })

  test('admits only the wallet it names, and names that wallet in the error', async () => {
    const account = newAccount()
    const { invite: created, token } = await createInvite(admin, { account: `eip155:0:${account.address}` })
    assert.equal(created.address, account.address)
    expectProblem(await acceptInvite(token), 'invite_other_wallet')
    const { address } = account
    assert.deepEqual((await lookUpInvite(token)).json, {
      inviter: shortAddress(admin.account.address),
      role: 'member',
      wallet: `${address.slice(0, 6)}…${address.slice(-4)}`,
      namespace: 'eip155',
      expiresAt: created.expiresAt,
    })
    assert.equal((await acceptInvite(token, account)).status, 201)
  })

  testOnce('names the person who invites by display name, else ENS name, else address', async () => {
    const { token } = await createInvite(admin)
    const readInviter = async () => ((await lookUpInvite(token)).json as { inviter: string }).inviter // compared here
    assert.equal(await readInviter(), shortAddress(admin.account.address))
    await changeRows(server, "UPDATE wallet SET ens_name = 'ada.eth' WHERE person_id = ?", admin.id)
    assert.equal(await readInviter(), 'ada.eth')
    await changeRows(server, "UPDATE person SET display_name = 'Ada' WHERE id = ?", admin.id)
    assert.equal(await readInviter(), 'Ada')
  })

  test('rejects an expired, revoked or unknown invitation', async () => {
    const late = await createInvite(admin)
    const revoked = await createInvite(admin)
    assert.equal((await revokeInvite(admin, revoked.invite.id)).status, 204)
    assert.equal((await revokeInvite(admin, revoked.invite.id)).status, 204)
    expectProblem(await revokeInvite(admin, `inv_01${'0'.repeat(24)}`), 'not_found')
    expectProblem(await acceptInvite(revoked.token), 'invite_invalid')
    expectProblem(await lookUpInvite(revoked.token), 'invite_invalid')
    expectProblem(await acceptInvite('x'.repeat(27)), 'invite_invalid')
    server.clock.now += HOUR
    expectProblem(await acceptInvite(late.token), 'invite_expired')
    expectProblem(await lookUpInvite(late.token), 'invite_expired')
    assert.deepEqual(new Set((await listInvites()).map(({ status }) => status)), new Set(['revoked', 'expired']))
    assert.equal((await readEvents(server, 'invite.revoked')).length, 1)
  })

  test('rejects an invitation whose creator was suspended or demoted', async () => {
    const { token } = await createInvite(owner, { role: 'admin' })
    for (const change of ["status = 'suspended'", "status = 'active', role = 'admin'"]) {
      await changeRows(server, `UPDATE person SET ${change} WHERE id = ?`, owner.id)
      expectProblem(await acceptInvite(token), 'invite_invalid')
      expectProblem(await lookUpInvite(token), 'invite_invalid')
    }
    await changeRows(server, "UPDATE person SET role = 'owner' WHERE id = ?", owner.id)
    assert.equal(expectStarted(await acceptInvite(token)).me.role, 'admin')
  })

  test('lets only owners invite admins and owners', async () => {
    for (const role of ['admin', 'owner']) {
      expectProblem(await postInvite(admin, { role }), 'role_too_high')
      assert.equal((await postInvite(owner, { role })).status, 201)
    }
    const events = await readEvents(server, 'access.refused')
    assert.deepEqual(
      events.map(({ code, actor_id }) => ({ code, actor_id })),
      Array(2).fill({ code: 'role_too_high', actor_id: admin.id }),
    )
  })

  for (const [role, ttlMax] of [
    ['admin', ADMIN_INVITE_TTL_MS],
    ['owner', OWNER_INVITE_TTL_MS],
  ] as const)
    test(`limits an invitation for an ${role} to one person and ${ttlMax / DAY} days`, async () => {
      const invitation = { role, maxUses: 1, expiresInMs: ttlMax }
      for (const [path, change] of [
        ['/maxUses', { maxUses: 2 }],
        ['/expiresInMs', { expiresInMs: ttlMax + 1 }],
      ] as const)
        assert.deepEqual(expectProblem(await postInvite(owner, { ...invitation, ...change }), 'invalid_body').fields, [
          { path, code: 'out_of_range' },
        ])
      assert.deepEqual(await listInvites(), [])
      assert.equal((await postInvite(owner, invitation)).status, 201)
    })

  test('requires a signature for role, uses and lifetime when the role is above member', async () => {
    for (const role of ['auditor', 'admin', 'owner']) {
      const send = (change: object = {}) => owner.browser.post(PATH, { role, maxUses: 1, expiresInMs: HOUR, ...change })
      const target = `${role}:1:${HOUR}`
      assert.deepEqual(expectProblem(await send(), 'step_up_required').stepUp, { action: 'invites.create', target })
      await grantStepUp(server, owner, `invites.create:${target}`)
      for (const change of [{ maxUses: 1000 }, { expiresInMs: 90 * DAY }, { role: 'owner', maxUses: 7 }])
        expectProblem(await send(change), 'step_up_required')
      assert.equal((await send()).status, 201)
    }
  })

  testOnce('names role, uses and lifetime in the text to sign', async () => {
    for (const [target, named] of [
      [`admin:1:${7 * DAY}`, 'admin, for 1 person, valid for 7 days'],
      [`auditor:20:${HOUR}`, 'auditor, for 20 people, valid for 1 hour'],
      [`auditor:1:${36 * HOUR - 1}`, 'auditor, for 1 person, valid for 36 hours'],
    ] as const)
      assert.ok(
        (await fetchChallenge(owner.browser, 'step_up', { action: 'invites.create', target })).statement.includes(
          `: create an invitation (${named}). `,
        ),
      )
    for (const target of ['admin', 'admin:1', 'admin:0:1', 'admin:x:1', 'admin:1:', 'admin:1:1:1', 'king:1:1'])
      assert.notEqual(
        (await owner.browser.post('/api/challenges', { purpose: 'step_up', action: 'invites.create', target })).status,
        201,
        target,
      )
  })

  test('requires admin mode to invite members and to revoke invitations', async () => {
    const { invite: created } = await createInvite(owner)
    await changeRows(server, 'UPDATE session SET admin_until = NULL')
    for (const by of [admin, owner])
      for (const response of [
        await by.browser.post(PATH, { role: 'member', maxUses: 1, expiresInMs: HOUR }),
        await by.browser.delete(`${PATH}/${created.id}`),
      ])
        assert.deepEqual(expectProblem(response, 'step_up_required').stepUp, { action: 'admin.mode' })
    assert.deepEqual(
      (await listInvites()).map(({ status }) => status),
      ['open'],
    )
  })

  test('lets only owners revoke an owner invitation and records the attempt', async () => {
    const { invite: created, token } = await createInvite(owner)
    expectProblem(await revokeInvite(admin, created.id), 'role_too_high')
    assert.equal((await lookUpInvite(token)).status, 200)
    const refused = (await readEvents(server, 'access.refused')).filter(({ actor_id }) => actor_id === admin.id)
    assert.deepEqual(
      refused.map(({ code, data }) => [code, data]),
      [['role_too_high', { call: 'DELETE /api/admin/invites/:id', inviteId: created.id }]],
    )
    assert.equal((await revokeInvite(owner, created.id)).status, 204)
  })

  test('does not accept a contract for an invitation of a key at the same address, or the reverse', async () => {
    const account = newAccount()
    const bound = await createInvite(admin, { account: `eip155:0:${account.address}` })
    const address = account.address.toLowerCase()
    const useToken = (token: string, chain: string) =>
      server.context.store.transaction((queries) =>
        useInvite(server.context, queries, { token, account: { namespace: 'eip155', address, chain } }),
      )
    await assert.rejects(useToken(bound.token, '10'), { code: 'invite_other_wallet' })
    assert.equal((await acceptInvite(bound.token, account)).status, 201)
    const contract = await createInvite(admin, { account: `eip155:10:${account.address}` })
    assert.equal(contract.invite.chainId, 10)
    for (const chain of ['0', '1'])
      await assert.rejects(useToken(contract.token, chain), { code: 'invite_other_wallet' })
    assert.equal((await useToken(contract.token, '10')).role, 'member')
  })

  for (const [path, value] of [
    ['/expiresInMs', INVITE_TTL_RANGE_MS.least - 1],
    ['/expiresInMs', INVITE_TTL_RANGE_MS.most + 1],
    ['/expiresInMs', 1.5],
    ['/maxUses', 0],
    ['/maxUses', INVITE_USES_MAX + 1],
    ['/maxUses', 1.5],
    ['/role', 'king'],
    ['/account', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ] as const) {
    testOnce(`rejects ${path} ${value}`, async () => {
      const { fields } = expectProblem(await postInvite(owner, { [path.slice(1)]: value }), 'invalid_body')
      assert.deepEqual(
        fields?.map((field) => field.path),
        [path],
      )
      assert.deepEqual(await listInvites(), [])
    })
  }

  testOnce('rejects an address with a wrong checksum and a reserved address', async () => {
    const good = newAccount().address
    const wrong = good.replace(/[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    for (const [address, code] of [
      [wrong, 'checksum'],
      [`0x${'0'.repeat(40)}`, 'reserved'],
    ] as const) {
      const { fields } = expectProblem(await postInvite(owner, { account: `eip155:1:${address}` }), 'address_invalid')
      assert.deepEqual(fields, [{ path: '/account', code }])
    }
    assert.equal((await postInvite(owner, { account: `eip155:0:${good.toLowerCase()}` })).status, 201)
  })

  test('lists invitations page by page, newest first', async () => {
    const created: string[] = []
    for (let number = 0; number < 5; number++) {
      server.clock.now += 1
      created.unshift((await createInvite(admin)).invite.id)
    }
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const response = await admin.browser.get(`${PATH}?limit=2${cursor && `&cursor=${cursor}`}`)
      const page = response.json as { items: Invite[]; nextCursor: string | null } // compared below
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.deepEqual(found, created)
    expectProblem(await admin.browser.get(`${PATH}?cursor=x`), 'invalid_body')
  })

  testOnce('rate-limits guesses of the token', async () => {
    const browser = openBrowser(server, { address: '203.0.113.9' })
    const lookUpUnknown = () => browser.get(`/api/invites/lookup?token=${'x'.repeat(27)}`)
    for (let times = 0; times < RATE_INVITES_PER_ADDRESS.burst; times++)
      expectProblem(await lookUpUnknown(), 'invite_invalid')
    expectProblem(await lookUpUnknown(), 'rate_limited')
    expectProblem(await openBrowser(server).get('/api/invites/lookup?token=short'), 'invalid_body')
  })

  testOnce('serves the invitation page with noindex', async () => {
    for (const path of ['/invite/x', '/recover']) {
      const { headers } = await openBrowser(server).get(path)
      assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-store', 'noindex'], path)
    }
    assert.equal((await openBrowser(server).get('/sign-in')).headers['x-robots-tag'], undefined)
  })
})
