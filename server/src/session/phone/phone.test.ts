import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  PHONE_APPROVED_MS,
  PHONE_DEVICE_AGE_MS,
  PHONE_REQUEST_MS,
  PHONE_SESSION_IDLE_MS,
  PHONE_SESSION_MAX_MS,
  PHONE_UNOPENED_MS,
} from '@countersign/contract/limits/phone-limits.ts'
import { formatPhoneCode } from '@countersign/contract/phone-code.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import {
  approve,
  askPhone,
  expectApproved,
  expectMatched,
  expectOpened,
  expectRedeemed,
  handOver,
  match,
  open,
  phoneState,
  redeem,
  signInByPhone,
  signOnPhone,
} from '../../../../test/support/server/phone.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { caip10Of, expectWallet, stepUp } from '../../../../test/support/server/wallets.ts'

const CHROME = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' }

forEachEngine('cross-device sign-in', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const pair = () => ({ computer: openBrowser(server), phone: openBrowser(server), account: newAccount() })

  test('signs the computer in after six digits, as a new person', async () => {
    const { computer, phone, account } = pair()
    const created = await computer.post('/api/phone-requests', { purpose: 'sign_in' }, CHROME)
    assert.equal(created.status, 201, created.text)
    const asked = created.json as Awaited<ReturnType<typeof askPhone>> // parsed in the next tests
    assert.equal((await phoneState(computer, asked)).state, 'created')
    const opened = expectOpened(await open(phone, asked))
    assert.deepEqual(
      [opened.purpose, opened.device, opened.sameNetwork, opened.action],
      ['sign_in', 'Chrome on Windows', false, null],
    )
    assert.equal((await phoneState(computer, asked)).state, 'opened')
    const challenge = expectMatched(await match(phone, asked))
    assert.ok(
      challenge.statement.startsWith(
        `Sign in to Countersign on another device: Chrome on Windows, code ${formatPhoneCode(asked.code)}. `,
      ),
      challenge.statement,
    )
    assert.equal((await phoneState(phone, asked)).state, 'matched')
    const { digits } = expectApproved(await approve(phone, asked, await prove(challenge, account)))
    assert.match(digits ?? '', /^\d{6}$/)
    const { proof } = expectRedeemed(await redeem(computer, asked, digits ?? ''))
    const started = expectStarted(await computer.post('/api/sessions', { proof, keep: true }))
    assert.deepEqual([started.created, started.session.phone], [true, true])
    assert.equal(started.session.wallet.address, account.address)
    assert.equal((await phoneState(phone, asked)).state, 'completed')
    assert.equal((await phone.get('/api/session')).status, 401, 'the phone is not signed in')
  })

  test('needs no digits on a trusted computer in the same network', async () => {
    const computer = openBrowser(server)
    const phone = openBrowser(server, { address: computer.address })
    const account = newAccount()
    expectStarted(await signIn(computer, account))
    assert.ok(await signOnPhone(phone, await askPhone(computer), account), 'not on its first day')
    server.clock.now += PHONE_DEVICE_AGE_MS
    const asked = await askPhone(computer)
    assert.equal(await signOnPhone(phone, asked, account), null)
    const { proof } = expectRedeemed(await redeem(computer, asked))
    const { session } = expectStarted(await computer.post('/api/sessions', { proof, keep: true }))
    assert.ok(Date.parse(session.expiresAt) - server.clock.now > PHONE_SESSION_MAX_MS, 'lives like any other')
  })

  test('needs digits on a trusted computer in another network, and on another computer in the same one', async () => {
    const account = newAccount()
    const trusted = openBrowser(server)
    expectStarted(await signIn(trusted, account))
    server.clock.now += PHONE_DEVICE_AGE_MS
    const other = openBrowser(server)
    for (const computer of [trusted, other]) {
      const phone = openBrowser(server, { address: computer === other ? other.address : undefined })
      const asked = await askPhone(computer)
      const digits = await signOnPhone(phone, asked, account)
      expectProblem(await redeem(computer, asked), 'phone_not_approved')
      expectRedeemed(await redeem(computer, asked, digits ?? ''))
    }
  })

  test('starts a session of at most 12 hours, and one hour idle, on a device that is not trusted', async () => {
    const { computer, phone, account } = pair()
    const { session } = expectStarted(await signInByPhone({ computer, phone, account }))
    assert.equal(Date.parse(session.expiresAt) - server.clock.now, PHONE_SESSION_MAX_MS)
    assert.equal(Date.parse(session.idleExpiresAt) - server.clock.now, PHONE_SESSION_IDLE_MS)
    server.clock.now += PHONE_SESSION_IDLE_MS - 1
    assert.equal((await computer.post('/api/session/touch')).status, 204)
    server.clock.now += PHONE_SESSION_IDLE_MS
    expectProblem(await computer.get('/api/session'), 'session_expired')
  })

  test('confirms an action, which the message names', async () => {
    const { computer, phone, account } = pair()
    expectStarted(await signIn(computer, account))
    const body = { purpose: 'step_up', action: 'recovery.create' }
    const asked = await askPhone(computer, body)
    assert.equal(expectOpened(await open(phone, asked)).action, 'create new recovery codes')
    const challenge = expectMatched(await match(phone, asked))
    assert.match(challenge.statement, /: create new recovery codes on another device: Unknown browser, code /)
    const { digits } = expectApproved(await approve(phone, asked, await prove(challenge, account)))
    const { proof } = expectRedeemed(await redeem(computer, asked, digits ?? undefined))
    expectSession(await computer.post('/api/session/step-up', { proof }))
    assert.equal((await computer.post('/api/me/recovery-codes')).status, 201)
  })

  test('links a wallet of the phone', async () => {
    const { computer, phone, account } = pair()
    expectStarted(await signIn(computer, account))
    const added = newAccount()
    const proof = await handOver({ computer, phone, account: added, body: { purpose: 'link_wallet' } })
    await stepUp(computer, account, 'wallet.add', caip10Of(added))
    const wallet = expectWallet(await computer.post('/api/me/wallets', { proof }), 201)
    assert.equal(wallet.address, added.address)
  })

  test('says how it was done: in the list of sessions, a notice and the activity', async () => {
    const { computer, phone, account } = pair()
    const other = openBrowser(server)
    const { me } = expectStarted(await signIn(other, account))
    const { session } = expectStarted(await signInByPhone({ computer, phone, account }))
    const { items } = (await other.get('/api/me/sessions')).json as { items: { id: string; phone: boolean }[] } // compared below
    assert.equal(items.find(({ id }) => id === session.id)?.phone, true)
    const notices = (await other.get('/api/me/notices')).json as { items: { kind: string }[] } // compared below
    assert.deepEqual(notices.items[0]?.kind, 'phone_sign_in')
    const rows = await readRows(
      server,
      `SELECT data FROM activity WHERE kind = 'sign_in.ok' AND person_id = ? ORDER BY id DESC`,
      me.id,
    )
    assert.match(String(rows[0]?.data), /"phone":"untrusted"/)
  })

  describe('a lost answer', () => {
    test('is given again to the browser that it was for', async () => {
      const { computer, phone, account } = pair()
      const asked = await askPhone(computer)
      expectOpened(await open(phone, asked))
      expectOpened(await open(phone, asked))
      const challenge = expectMatched(await match(phone, asked))
      assert.deepEqual(expectMatched(await match(phone, asked)), challenge)
      const proof = await prove(challenge, account)
      const { digits } = expectApproved(await approve(phone, asked, proof))
      assert.deepEqual(expectApproved(await approve(phone, asked, proof)).digits, digits)
      assert.equal(expectOpened(await open(phone, asked)).digits, digits, 'after a reload')
      const redeemed = expectRedeemed(await redeem(computer, asked, digits ?? ''))
      assert.deepEqual(expectRedeemed(await redeem(computer, asked, digits ?? '')), redeemed)
      const key = { 'idempotency-key': redeemed.challenge.id }
      const { session } = expectStarted(await computer.post('/api/sessions', { proof, keep: true }, key))
      assert.equal(
        expectStarted(await computer.post('/api/sessions', { proof, keep: true }, key)).session.id,
        session.id,
      )
    })
  })

  describe('expires', () => {
    test('three minutes after it was created, unless it was opened', async () => {
      const { computer, phone } = pair()
      const asked = await askPhone(computer)
      server.clock.now += PHONE_UNOPENED_MS
      assert.equal((await phoneState(computer, asked)).state, 'expired')
      expectProblem(await open(phone, asked), 'phone_expired')
    })

    test('five minutes after it was created, unless it was approved', async () => {
      const { computer, phone, account } = pair()
      const asked = await askPhone(computer)
      expectOpened(await open(phone, asked))
      const challenge = expectMatched(await match(phone, asked))
      server.clock.now += PHONE_REQUEST_MS
      expectProblem(await approve(phone, asked, await prove(challenge, account)), 'phone_expired')
    })

    test('two minutes after it was approved, unless it was redeemed', async () => {
      const { computer, phone, account } = pair()
      const asked = await askPhone(computer)
      const digits = await signOnPhone(phone, asked, account)
      server.clock.now += PHONE_APPROVED_MS
      expectProblem(await redeem(computer, asked, digits ?? ''), 'phone_expired')
    })
  })
})
