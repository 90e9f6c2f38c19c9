import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  ACCEPTED_SIGN_UP_MS,
  ACCESS_MESSAGE_MAX,
  RATE_REQUESTS_PER_ADDRESS,
  REQUEST_KEPT_MS,
  REQUEST_REPEAT_MS,
  SIGN_UP_REQUESTS_MAX,
} from '@countersign/contract/limits/access-request-limits.ts'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import type { AccessRequest } from '@countersign/contract/routes/access-request.ts'
import { accessRequestSchema, requestStateSchema } from '@countersign/contract/schemas/access-request.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  type HttpResponse,
  newAccount,
  openBrowser,
  prove,
  signIn,
} from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { purge } from '../../operations/purge.ts'

const SIGN_UP = '/api/access-requests'
const ADMIN = '/api/admin/access-requests'

forEachEngine('access requests for sign-up', (engine) => {
  let server: TestServer
  let admin: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    await setRegistration('invite')
  })
  afterEach(() => server.close())

  async function setRegistration(registration: string): Promise<void> {
    await changeRows(server, "DELETE FROM setting WHERE key = 'settings'")
    const value = JSON.stringify({ registration, version: 1 })
    await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", value)
  }

  /** Signs in, is refused, and asks with the proof that was refused. */
  async function signInRejected(account = newAccount(), browser = openBrowser(server)) {
    const proof = await prove(await browser.challenge(), account)
    const refusal = expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'invite_required')
    const requestAccess = (message?: string) =>
      browser.post(SIGN_UP, { proof, ...(message === undefined ? {} : { message }) })
    return { account, browser, proof, refusal, requestAccess }
  }
  const listRequests = async (): Promise<AccessRequest[]> => {
    const { items } = (await admin.browser.get(ADMIN)).json as { items: unknown[] } // each is parsed
    return items.map((item) => accessRequestSchema.parse(item))
  }
  const decideRequest = async (decision: 'accept' | 'decline', by = admin) => {
    const [request] = await listRequests()
    return by.browser.post(`${ADMIN}/${request?.id}/${decision}`, decision === 'accept' ? {} : undefined)
  }
  const countPeople = async () => (await readRows(server, 'SELECT id FROM person')).length

  test('accepts the proof of the rejected sign-in and creates no account', async () => {
    const before = await countPeople()
    const { account, requestAccess, refusal } = await signInRejected()
    assert.equal(refusal.request, undefined)
    const response = await requestAccess('I am Ada from accounting.')
    assert.equal(response.status, 201, response.text)
    const createdAt = new Date(server.clock.now).toISOString()
    assert.deepEqual(requestStateSchema.parse(response.json), { status: 'open', createdAt, until: null })
    assert.equal(await countPeople(), before)
    const [request] = await listRequests()
    assert.deepEqual(request, {
      id: request?.id,
      person: null,
      address: account.address,
      chainId: null,
      ens: null,
      for: { kind: 'site', id: null, name: null },
      groups: [],
      message: 'I am Ada from accounting.',
      createdAt,
    })
    const events = await readEvents(server, 'request.created')
    assert.deepEqual(
      events.map(({ actor, person_id, data }) => ({ actor, person_id, data })),
      [{ actor: 'visitor', person_id: null, data: { requestId: request?.id, for: 'site' } }],
    )
  })

  test('shows a pending request at the next sign-in of the same wallet, and to no other wallet', async () => {
    const { account, requestAccess } = await signInRejected()
    await requestAccess()
    const createdAt = new Date(server.clock.now).toISOString()
    const again = await signInRejected(account)
    assert.deepEqual(again.refusal.request, { status: 'open', createdAt, until: null })
    expectProblem(await again.requestAccess(), 'request_open')
    assert.equal((await signInRejected()).refusal.request, undefined)
  })

  test('accepts a proof once under concurrent requests', async () => {
    const { requestAccess } = await signInRejected()
    const responses = await Promise.all([requestAccess(), requestAccess(), requestAccess()])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409])
    expectProblem(await requestAccess(), 'challenge_used')
    assert.equal((await listRequests()).length, 1)
  })

  test('creates one request from two concurrent proofs of one wallet', async () => {
    const first = await signInRejected()
    const second = await signInRejected(first.account)
    const responses = await Promise.all([first.requestAccess(), second.requestAccess()])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409])
    assert.equal((await listRequests()).length, 1)
  })

  test('rejects a proof in another browser, for another purpose or after expiry', async () => {
    const { proof, requestAccess } = await signInRejected()
    const otherBrowser = openBrowser(server)
    await otherBrowser.challenge()
    expectProblem(await otherBrowser.post(SIGN_UP, { proof }), 'challenge_other_browser')
    expectProblem(await openBrowser(server).post(SIGN_UP, { proof }), 'challenge_other_browser')
    const browser = openBrowser(server)
    const other = await prove(await browser.challenge('recover'), newAccount())
    expectProblem(await browser.post(SIGN_UP, { proof: other }), 'purpose_not_allowed')
    server.clock.now += CHALLENGE_TTL_MS
    expectProblem(await requestAccess(), 'challenge_expired')
    assert.deepEqual(await listRequests(), [])
  })

  test('rejects a signature by another key for the wallet', async () => {
    const { proof } = await signInRejected()
    const browser = openBrowser(server)
    const own = await prove(await browser.challenge(), newAccount())
    const forged = { ...own, message: own.message.replace(/0x[0-9a-fA-F]{40}/, proof.account.split(':')[2] ?? '') }
    const response = await browser.post(SIGN_UP, { proof: { ...forged, account: proof.account } })
    expectProblem(response, 'signature_invalid')
  })

  test('rejects messages with control or bidi characters and messages that are too long', async () => {
    const { requestAccess } = await signInRejected()
    for (const message of [
      'a\nb',
      'a\u{202e}b',
      'a\u{2066}b',
      'a\u{0}b',
      'a\u{200b}b',
      ' a',
      '',
      'a'.repeat(ACCESS_MESSAGE_MAX + 1),
    ])
      expectProblem(await requestAccess(message), 'invalid_body')
    assert.equal((await requestAccess('é'.repeat(ACCESS_MESSAGE_MAX))).status, 201)
  })

  test('lets only that wallet sign up as a member after approval', async () => {
    const { account, requestAccess, browser } = await signInRejected()
    await requestAccess()
    assert.equal((await decideRequest('accept')).status, 204)
    await signInRejected()
    const { me, created } = expectStarted(await signIn(browser, account))
    assert.deepEqual([me.role, created], ['member', true])
    assert.deepEqual(await readRows(server, 'SELECT id FROM access_request'), [])
    const [accepted] = await readEvents(server, 'request.accepted')
    assert.equal(accepted?.actor_id, admin.id)
    const [used] = await readEvents(server, 'invite.used')
    assert.equal(used?.data.inviteId, accepted?.data.inviteId)
    await signInRejected()
  })

  test('does not let a contract at the same address sign up', async () => {
    const { account, requestAccess } = await signInRejected()
    await requestAccess()
    await decideRequest('accept')
    await changeRows(server, "UPDATE invite SET chain = '1' WHERE request_id IS NOT NULL")
    await signInRejected(account)
  })

  test('allows the sign-up for 30 days, unless the invitation is revoked', async () => {
    const { account, requestAccess } = await signInRejected()
    await requestAccess()
    await decideRequest('accept')
    server.clock.now += ACCEPTED_SIGN_UP_MS
    const late = await signInRejected(account)
    assert.equal(late.refusal.request, undefined)
    assert.equal((await late.requestAccess()).status, 201)
    admin = await settleAdmin()
    await decideRequest('accept')
    await changeRows(server, 'UPDATE invite SET revoked_at = ? WHERE expires_at > ?', 1, server.clock.now)
    await signInRejected(account)
  })

  /** The clock went on, and the first one's session ended by that. */
  async function settleAdmin(): Promise<TestPerson> {
    await setRegistration('open')
    const settled = await addPerson(server, 'admin')
    await grantStepUp(server, settled, 'admin.mode')
    await setRegistration('invite')
    return settled
  }

  test('does not allow the sign-up once the approving admin is suspended', async () => {
    const { account, requestAccess } = await signInRejected()
    await requestAccess()
    await decideRequest('accept')
    await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", admin.id)
    await signInRejected(account)
  })

  test('rejects a new request for seven days after a denial', async () => {
    const { account, requestAccess } = await signInRejected()
    await requestAccess()
    assert.equal((await decideRequest('decline')).status, 204)
    const until = new Date(server.clock.now + REQUEST_REPEAT_MS).toISOString()
    const again = await signInRejected(account)
    assert.deepEqual([again.refusal.request?.status, again.refusal.request?.until], ['declined', until])
    assert.equal(expectProblem(await again.requestAccess(), 'request_declined').until, until)
    server.clock.now += REQUEST_REPEAT_MS
    const later = await signInRejected(account)
    assert.equal(later.refusal.request, undefined)
    assert.equal((await later.requestAccess()).status, 201)
  })

  test('accepts one decision when two admins decide concurrently', async () => {
    const { requestAccess } = await signInRejected()
    await requestAccess()
    const other = await settleAdmin()
    const [request] = await listRequests()
    const acceptRequest = (by: TestPerson): Promise<HttpResponse> =>
      by.browser.post(`${ADMIN}/${request?.id}/accept`, {})
    const responses = await Promise.all([acceptRequest(admin), acceptRequest(other)])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 409])
    expectProblem(await admin.browser.post(`${ADMIN}/${request?.id}/decline`), 'request_closed')
    assert.equal((await readRows(server, 'SELECT id FROM invite')).length, 1)
  })

  test('rejects a decision without admin mode, by auditors and by members', async () => {
    const { requestAccess } = await signInRejected()
    await requestAccess()
    const [request] = await listRequests()
    await changeRows(server, 'UPDATE session SET admin_until = NULL')
    expectProblem(await decideRequest('accept'), 'step_up_required')
    await setRegistration('open')
    for (const role of ['member', 'auditor'] as const) {
      const { browser } = await addPerson(server, role)
      for (const decision of ['accept', 'decline'])
        expectProblem(await browser.post(`${ADMIN}/${request?.id}/${decision}`, {}), 'forbidden')
      expectProblem(await browser.get(ADMIN), 'forbidden')
    }
    assert.equal((await listRequests()).length, 1)
  })

  test('rejects a request by a person who may sign in and when registration is closed', async () => {
    const account = newAccount()
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), account)
    await setRegistration('closed')
    expectProblem(await browser.post(SIGN_UP, { proof }), 'registration_closed')
    await setRegistration('open')
    expectProblem(await browser.post(SIGN_UP, { proof }), 'request_not_needed')
    expectStarted(await signIn(browser, account))
    await setRegistration('invite')
    const known = await prove(await browser.challenge(), account)
    expectProblem(await browser.post(SIGN_UP, { proof: known }), 'request_not_needed')
  })

  test('is rate-limited per IP address and limited in number', async () => {
    const { requestAccess } = await signInRejected()
    await requestAccess()
    for (let count = 1; count < RATE_REQUESTS_PER_ADDRESS.burst; count++)
      expectProblem(await requestAccess(), 'challenge_used')
    expectProblem(await requestAccess(), 'rate_limited')
    const insert = `INSERT INTO access_request (id, subject, object, status, created_at) VALUES (?, ?, 'site', 'open', 1)`
    for (let count = 0; count < SIGN_UP_REQUESTS_MAX; count++)
      await changeRows(server, insert, `req_${count}`, `eip155:0:${count}`)
    expectProblem(await (await signInRejected()).requestAccess(), 'rate_limited')
  })

  test('deletes decided requests after 90 days and undecided ones 90 days after creation', async () => {
    const { requestAccess } = await signInRejected()
    await requestAccess()
    await decideRequest('decline')
    await (await signInRejected()).requestAccess()
    server.clock.now += REQUEST_KEPT_MS
    await purge(server.context)
    assert.equal((await readRows(server, 'SELECT id FROM access_request')).length, 2)
    server.clock.now += 1
    await purge(server.context)
    assert.deepEqual(await readRows(server, 'SELECT id FROM access_request'), [])
  })
})
