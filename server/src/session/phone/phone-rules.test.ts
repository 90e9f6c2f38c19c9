import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { PHONE_DEVICE_AGE_MS } from '@countersign/contract/limits/phone-limits.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import {
  approve,
  askPhone,
  expectRedeemed,
  handOver,
  match,
  open,
  phoneState,
  redeem,
  signInByPhone,
  signOnPhone,
} from '../../../../test/support/server/phone.ts'
import {
  approveOnPhone,
  expectRefused,
  matchOnPhone,
  newPair,
  type Pair,
} from '../../../../test/support/server/phone-attack.ts'
import { addPersonWithCodes } from '../../../../test/support/server/recovery.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { changeSettings } from '../../../../test/support/server/settings.ts'
import { requestStepUp } from '../../../../test/support/server/wallets.ts'

const STEP_UP = { purpose: 'step_up', action: 'recovery.create' }
const HIGH: Role[] = ['admin', 'owner']

forEachEngine('who may sign in with a phone', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  async function pairOf(role: Role) {
    const person = await addPerson(server, role)
    return { computer: person.browser, phone: openBrowser(server), account: person.account, person }
  }
  const setRole = (id: string, role: Role) => changeRows(server, 'UPDATE person SET role = ? WHERE id = ?', role, id)

  async function refuseToSign({ account, ...pair }: Pair, code: 'phone_not_allowed' | 'phone_device_unknown') {
    const matched = await matchOnPhone(pair)
    const proof = await prove(matched.challenge, account)
    await expectRefused(server, code, () => approve(pair.phone, matched, proof))
    await expectRefused(server, 'phone_not_approved', () => redeem(pair.computer, matched))
    await expectRefused(server, 'phone_not_approved', () => pair.computer.post('/api/sessions', { proof, keep: true }))
  }

  describe('admins and owners', () => {
    for (const role of HIGH)
      test(`${role}: refused, and allowed by the setting`, async () => {
        const pair = await pairOf(role)
        await refuseToSign(pair, 'phone_not_allowed')
        await refuseToSign({ ...pair, computer: openBrowser(server), phone: openBrowser(server) }, 'phone_not_allowed')
        for (const body of [STEP_UP, { purpose: 'link_wallet' }])
          await expectRefused(server, 'phone_not_allowed', () => pair.computer.post('/api/phone-requests', body))
        await changeSettings(server, { phoneSignInForAdmins: true })
        const proof = await handOver({ ...pair, phone: openBrowser(server), body: STEP_UP })
        expectSession(await pair.computer.post('/api/session/step-up', { proof }))
        const again = { ...newPair(server), account: pair.account }
        assert.equal(expectStarted(await signInByPhone(again)).me.role, role)
      })

    test('members and auditors: allowed', async () => {
      for (const role of ['member', 'auditor'] as const) {
        const { account } = await pairOf(role)
        expectStarted(await signInByPhone({ ...newPair(server), account }))
      }
    })

    test('wallets in OWNER_WALLETS: refused before they have an account', async () => {
      const account = newAccount()
      const strict = await startServer(engine, { environment: { OWNER_WALLETS: account.address } })
      const pair = { ...newPair(strict), account }
      const matched = await matchOnPhone(pair)
      const proof = await prove(matched.challenge, account)
      await expectRefused(strict, 'phone_not_allowed', () => approve(pair.phone, matched, proof))
      expectStarted(await signIn(openBrowser(strict), account))
      await strict.close()
    })

    for (const role of HIGH) {
      test(`an invitation for ${role} is refused, and not used up`, async () => {
        const owner = await addPerson(server, 'owner')
        const body = { role, maxUses: 1, expiresInMs: 3_600_000 }
        const made = await owner.signed('POST', '/api/admin/invites', body)
        assert.equal(made.status, 201, made.text)
        const invite = (made.json as { url: string }).url.split('/').at(-1) // a good answer has one
        const pair = newPair(server)
        const proof = await handOver(pair)
        await expectRefused(server, 'phone_not_allowed', () =>
          pair.computer.post('/api/sessions', { proof, keep: true, invite }),
        )
        assert.deepEqual(await readRows(server, 'SELECT uses FROM invite'), [{ uses: 0 }])
        const own = await prove(await pair.computer.challenge(), pair.account)
        const { me } = expectStarted(await pair.computer.post('/api/sessions', { proof: own, keep: true, invite }))
        assert.equal(me.role, role)
      })

      test(`who becomes ${role} after signing is refused`, async () => {
        const [waiting, ready, confirming] = [await pairOf('member'), await pairOf('member'), await pairOf('member')]
        const signed = await approveOnPhone(waiting)
        const proof = await handOver({ ...ready, body: { purpose: 'sign_in' } })
        const stepUp = await handOver({ ...confirming, body: STEP_UP })
        for (const { person } of [waiting, ready, confirming]) await setRole(person.id, role)
        await expectRefused(server, 'phone_not_allowed', () => redeem(waiting.computer, signed, signed.digits ?? '0'))
        await expectRefused(server, 'phone_not_allowed', () =>
          ready.computer.post('/api/sessions', { proof, keep: true }),
        )
        await expectRefused(server, 'phone_not_allowed', () =>
          confirming.computer.post('/api/session/step-up', { proof: stepUp }),
        )
      })
    }

    test('the recovery of an admin is refused, and the code can still be used', async () => {
      const { me, code } = await addPersonWithCodes(server)
      await setRole(me.id, 'admin')
      const pair = newPair(server)
      const proof = await handOver({ ...pair, body: { purpose: 'recover' } })
      await expectRefused(server, 'phone_not_allowed', () =>
        pair.computer.post('/api/recoveries', { proof, keep: true, code }),
      )
      await setRole(me.id, 'member')
      const again = await pair.computer.post('/api/recoveries', { proof, keep: true, code })
      assert.equal(expectStarted(again).session.phone, true)
    })
  })

  describe('the setting', () => {
    test('off refuses at every step', async () => {
      const pair = newPair(server)
      const asked = await askPhone(pair.computer)
      const off = (send: Parameters<typeof expectRefused>[2]) => expectRefused(server, 'phone_off', send)
      const set = (phoneSignIn: string) => changeSettings(server, { phoneSignIn })
      await set('off')
      await off(() => pair.computer.post('/api/phone-requests', { purpose: 'sign_in' }))
      await off(() => open(pair.phone, asked))
      await set('on')
      await open(pair.phone, asked)
      await set('off')
      await off(() => match(pair.phone, asked))
      await set('on')
      const matched = await matchOnPhone({ ...pair, phone: openBrowser(server) })
      await set('off')
      const proof = await prove(matched.challenge, pair.account)
      await off(() => approve(pair.phone, matched, proof))
      await set('on')
      const signed = await approveOnPhone({ ...pair, phone: openBrowser(server) })
      await set('off')
      await off(() => redeem(pair.computer, signed, signed.digits ?? ''))
      await expectRefused(server, 'phone_not_approved', () =>
        pair.computer.post('/api/sessions', { proof: signed.proof, keep: true }),
      )
    })

    test('trusted refuses unknown devices, also those that another person trusts', async () => {
      await changeSettings(server, { phoneSignIn: 'trusted' })
      const known = await pairOf('member')
      await refuseToSign(newPair(server), 'phone_device_unknown')
      await refuseToSign({ ...known, computer: openBrowser(server) }, 'phone_device_unknown')
      const foreign = await pairOf('member')
      await refuseToSign({ ...known, phone: openBrowser(server), computer: foreign.computer }, 'phone_device_unknown')
      server.clock.now += PHONE_DEVICE_AGE_MS
      const again = { ...known, phone: openBrowser(server) }
      assert.equal(expectStarted(await signInByPhone(again)).me.id, known.person.id)
    })

    test('trusted refuses what an unknown device was about to redeem', async () => {
      const pair = newPair(server)
      const signed = await approveOnPhone(pair)
      await changeSettings(server, { phoneSignIn: 'trusted' })
      await expectRefused(server, 'phone_device_unknown', () => redeem(pair.computer, signed, signed.digits ?? ''))
    })

    test('nothing is asked before the site has an owner', async () => {
      const empty = await startServer(engine, { withoutOwner: true })
      const response = await openBrowser(empty).post('/api/phone-requests', { purpose: 'sign_in' })
      expectProblem(response, 'purpose_not_allowed')
      await empty.close()
    })
  })

  describe('a person', () => {
    test('who is suspended is refused on the phone, and later on the computer', async () => {
      const [early, late] = [await pairOf('member'), await pairOf('member')]
      const suspend = ({ person }: typeof early) =>
        changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", person.id)
      const matched = await matchOnPhone(early)
      const proof = await prove(matched.challenge, early.account)
      await suspend(early)
      await expectRefused(server, 'person_suspended', () => approve(early.phone, matched, proof))
      const handed = await handOver(late)
      await suspend(late)
      await expectRefused(server, 'person_suspended', () =>
        late.computer.post('/api/sessions', { proof: handed, keep: true }),
      )
    })

    test('whose wallet is removed after it signed cannot confirm with it', async () => {
      const pair = await pairOf('member')
      const proof = await handOver({ ...pair, body: STEP_UP })
      const other = await addPerson(server)
      await changeRows(server, 'UPDATE wallet SET person_id = ? WHERE person_id = ?', other.id, pair.person.id)
      const before = await readRows(server, 'SELECT id FROM step_up')
      const response = await pair.computer.post('/api/session/step-up', { proof })
      assert.ok(response.status >= 401, response.text)
      assert.deepEqual(await readRows(server, 'SELECT id FROM step_up'), before)
    })

    test('confirms with a local wallet as before', async () => {
      const { account } = await pairOf('member')
      const pair = { ...newPair(server), account }
      expectStarted(await signInByPhone(pair))
      expectSession(await requestStepUp(pair.computer, account, 'recovery.create'))
    })
  })

  describe('a new person', () => {
    for (const [registration, code] of [
      ['closed', 'registration_closed'],
      ['invite', 'invite_required'],
    ] as const)
      test(`is refused with ${code}, and continues on the computer`, async () => {
        await changeSettings(server, { registration })
        const pair = newPair(server)
        const proof = await handOver(pair)
        await expectRefused(server, code, () => pair.computer.post('/api/sessions', { proof, keep: true }))
        await expectRefused(server, 'challenge_other_browser', () => pair.phone.post('/api/access-requests', { proof }))
        if (registration === 'invite') {
          const sent = await pair.computer.post('/api/access-requests', { proof })
          assert.equal(sent.status, 201, sent.text)
          await expectRefused(server, 'challenge_used', () =>
            pair.computer.post('/api/sessions', { proof, keep: true }),
          )
          return
        }
        await changeSettings(server, { registration: 'open' })
        expectStarted(await pair.computer.post('/api/sessions', { proof, keep: true }))
      })

    test('cannot ask for access with a proof that was not handed over', async () => {
      await changeSettings(server, { registration: 'invite' })
      const pair = newPair(server)
      const { proof } = await approveOnPhone(pair)
      await expectRefused(server, 'phone_not_approved', () => pair.computer.post('/api/access-requests', { proof }))
      assert.deepEqual(await readRows(server, 'SELECT id FROM access_request'), [])
    })

    test('uses an invitation on the computer', async () => {
      await changeSettings(server, { registration: 'invite' })
      const admin = await addPersonAsAdmin()
      const made = await admin.signed('POST', '/api/admin/invites', INVITE)
      const invite = (made.json as { url: string }).url.split('/').at(-1) // a good answer has one
      const pair = newPair(server)
      const asked = await askPhone(pair.computer)
      const digits = await signOnPhone(pair.phone, asked, pair.account)
      const { proof } = expectRedeemed(await redeem(pair.computer, asked, digits ?? ''))
      const started = expectStarted(await pair.computer.post('/api/sessions', { proof, keep: true, invite }))
      assert.equal(started.session.phone, true)
      assert.equal((await phoneState(pair.phone, asked)).state, 'completed')
    })
  })

  /** Signed up before the registration was closed. */
  async function addPersonAsAdmin() {
    await changeSettings(server, { registration: 'open' })
    const admin = await addPerson(server, 'admin')
    await changeSettings(server, { registration: 'invite' })
    return admin
  }
})

const INVITE = { role: 'member', maxUses: 1, expiresInMs: 3_600_000 }
