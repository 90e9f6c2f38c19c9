import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { PHONE_APPROVED_MS, PHONE_DIGITS_TRIES, PHONE_REQUEST_MS } from '@countersign/contract/limits/phone-limits.ts'
import type { PhoneState } from '@countersign/contract/routes/phone.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { openEventStream } from '../../../../test/support/server/event-stream.ts'
import { openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { readEvents } from '../../../../test/support/server/people.ts'
import {
  approve,
  askPhone,
  decline,
  expectOpened,
  expectRedeemed,
  match,
  open,
  phoneState,
  redeem,
} from '../../../../test/support/server/phone.ts'
import {
  approveOnPhone,
  expectRefused,
  matchOnPhone,
  newPair,
  otherDigits,
  type Pair,
  recordAnswers,
  type Signed,
  storedRequest,
} from '../../../../test/support/server/phone-attack.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

forEachEngine('attacks on cross-device sign-in', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  describe('a QR code that was mailed to a victim', () => {
    test('is locked after three wrong digits, and the victim is told', async () => {
      const victim = newPair(server)
      const { me } = expectStarted(await signIn(openBrowser(server), victim.account))
      const signed = await approveOnPhone(victim)
      const { computer, phone } = victim
      const wrong = otherDigits(signed.digits ?? '')
      await expectRefused(server, 'phone_not_approved', () => redeem(computer, signed))
      for (let tries = 1; tries < PHONE_DIGITS_TRIES; tries++) {
        expectProblem(await redeem(computer, signed, wrong), 'phone_digits_wrong')
        assert.equal((await phoneState(computer, signed)).triesLeft, PHONE_DIGITS_TRIES - tries)
      }
      expectProblem(await redeem(computer, signed, wrong), 'phone_locked')
      const { state, proof } = await storedRequest(server, signed)
      assert.deepEqual([state, proof], ['locked', null])
      for (const digits of [signed.digits ?? '', wrong])
        await expectRefused(server, 'phone_locked', () => redeem(computer, signed, digits))
      for (const send of [
        () => open(phone, signed),
        () => match(phone, signed),
        () => approve(phone, signed, signed.proof),
      ])
        await expectRefused(server, 'phone_locked', send)
      await expectRefused(server, 'phone_not_approved', () => useDirectly(victim, signed))
      assert.equal((await phoneState(phone, signed)).state, 'locked')

      const [event] = (await readEvents(server, 'phone.locked')).filter(({ person_id }) => person_id === me.id)
      assert.deepEqual([event?.outcome, event?.actor_id], ['refused', null])
      const notices = await readRows(server, 'SELECT kind FROM notice WHERE person_id = ?', me.id)
      assert.deepEqual(notices, [{ kind: 'phone_locked' }])
    })

    test('gives the attacker nothing before the victim signs', async () => {
      const { computer, phone } = newPair(server)
      const asked = await matchOnPhone({ computer, phone })
      for (const digits of [undefined, '000000'])
        await expectRefused(server, 'phone_not_approved', () => redeem(computer, asked, digits))
    })

    test('refuses digits of another form, which count as no try', async () => {
      const pair = newPair(server)
      const signed = await approveOnPhone(pair)
      const path = `/api/phone-requests/${signed.request.id}/redeem`
      for (const digits of ['', '12345', '1234567', ' 12345', '12345\n', '１２３４５６', 123456, [], null])
        await expectRefused(server, 'invalid_body', () => pair.computer.post(path, { digits }))
      expectRedeemed(await redeem(pair.computer, signed, signed.digits ?? ''))
    })
  })

  test('the digits are in no answer to the computer, and the number in none to the phone', async () => {
    const { account, ...browsers } = newPair(server)
    const computer = recordAnswers(browsers.computer)
    const phone = recordAnswers(browsers.phone)
    const pair = { computer: computer.browser, phone: phone.browser, account }
    const signed = await approveOnPhone(pair)
    const stream = await openEventStream(server, pair.computer, {}, eventsOf(signed))
    const { digits, number } = signed
    assert.ok(digits)
    for (const browser of [pair.computer, pair.phone]) await phoneState(browser, signed)
    expectProblem(await redeem(pair.computer, signed, otherDigits(digits)), 'phone_digits_wrong')
    await open(pair.phone, signed)
    await approve(pair.phone, signed, signed.proof)
    const { proof } = expectRedeemed(await redeem(pair.computer, signed, digits))
    expectStarted(await pair.computer.post('/api/sessions', { proof, keep: true }))
    while (await stream.next());
    assert.match(stream.text(), /"state":"completed"/)
    assert.ok(!(computer.text() + stream.text()).includes(digits))
    assert.ok(phone.text().includes(digits))
    assert.doesNotMatch(phone.text(), new RegExp(`"number"|"${number}"`))
  })

  /** What the attacker does with a proof that no computer was given. */
  const useDirectly = ({ computer }: Pick<Pair, 'computer'>, { proof }: Signed) =>
    computer.post('/api/sessions', { proof, keep: true })

  const eventsOf = ({ request }: Signed) => `/api/phone-requests/${request.id}/events`

  describe('a request that has ended', () => {
    const ends: [state: PhoneState, code: ErrorCode, end: (pair: Pair, signed: Signed) => Promise<unknown>][] = [
      ['declined', 'phone_ended', ({ phone }, signed) => decline(phone, signed)],
      ['canceled', 'phone_ended', ({ computer }, { request }) => computer.delete(`/api/phone-requests/${request.id}`)],
      [
        'expired',
        'phone_expired',
        async () => {
          server.clock.now += PHONE_APPROVED_MS
        },
      ],
    ]
    for (const [state, code, end] of ends)
      test(`cannot be used again once ${state}`, async () => {
        const pair = newPair(server)
        const signed = await approveOnPhone(pair)
        await end(pair, signed)
        const { computer, phone } = pair
        assert.equal((await phoneState(computer, signed)).state, state)
        for (const send of [
          () => open(phone, signed),
          () => match(phone, signed),
          () => approve(phone, signed, signed.proof),
          () => redeem(computer, signed, signed.digits ?? ''),
        ])
          await expectRefused(server, code, send)
        for (const browser of [computer, phone, openBrowser(server)])
          await expectRefused(server, browser === computer ? 'phone_not_approved' : 'challenge_other_browser', () =>
            useDirectly({ computer: browser }, signed),
          )
        assert.equal((await phoneState(computer, signed)).state, state)
        if (state !== 'expired') assert.equal((await storedRequest(server, signed)).proof, null)
      })

    test('gives a completed one to nobody else, and its proof starts one session', async () => {
      const pair = newPair(server)
      const signed = await approveOnPhone(pair)
      const { computer, phone } = pair
      const { proof } = expectRedeemed(await redeem(computer, signed, signed.digits ?? ''))
      const third = openBrowser(server)
      await expectRefused(server, 'not_found', () => redeem(third, signed, signed.digits ?? ''))
      await expectRefused(server, 'not_found', () => redeem(phone, signed, signed.digits ?? ''))
      for (const browser of [phone, third])
        await expectRefused(server, 'challenge_other_browser', () => useDirectly({ computer: browser }, signed))
      await expectRefused(server, 'phone_ended', () => match(phone, signed))
      await expectRefused(server, 'phone_ended', () => approve(phone, signed, signed.proof))
      assert.equal((await decline(phone, signed)).status, 204)
      assert.equal((await computer.delete(`/api/phone-requests/${signed.request.id}`)).status, 204)
      assert.equal((await phoneState(computer, signed)).state, 'completed')
      expectStarted(await computer.post('/api/sessions', { proof, keep: true }))
      await expectRefused(server, 'challenge_used', () => computer.post('/api/sessions', { proof, keep: true }))
    })

    test('is not opened by a second phone, even with the number', async () => {
      const pair = newPair(server)
      const signed = await approveOnPhone(pair)
      const thief = openBrowser(server)
      for (const send of [
        () => open(thief, signed),
        () => match(thief, signed),
        () => approve(thief, signed, signed.proof),
        () => decline(thief, signed),
      ])
        await expectRefused(server, 'phone_used', send)
    })

    test('is declined by a wrong number, without another try', async () => {
      const { computer, phone } = newPair(server)
      const asked = await askPhone(computer)
      expectOpened(await open(phone, asked))
      expectProblem(await match(phone, { ...asked, number: otherDigits(asked.number) }), 'phone_number_wrong')
      assert.equal((await phoneState(computer, asked)).state, 'declined')
      await expectRefused(server, 'phone_ended', () => match(phone, asked))
      await expectRefused(server, 'phone_ended', () => open(openBrowser(server), asked))
    })
  })

  test('a number that was typed before the code was opened, or a proof before the number, is refused', async () => {
    const pair = newPair(server)
    const asked = await matchOnPhone(pair)
    const other = await approveOnPhone(newPair(server))
    const fresh = await matchOnPhone({ computer: pair.computer, phone: openBrowser(server) })
    await expectRefused(server, 'challenge_unknown', () => approve(pair.phone, asked, other.proof))
    const unopened = await askPhone(pair.computer)
    await expectRefused(server, 'phone_not_approved', () => match(pair.phone, unopened))
    await expectRefused(server, 'phone_not_approved', () => approve(pair.phone, unopened, other.proof))
    await expectRefused(server, 'phone_used', () => approve(pair.phone, fresh, other.proof))
    server.clock.now += PHONE_REQUEST_MS
    await expectRefused(server, 'phone_expired', () => match(pair.phone, asked))
  })
})
