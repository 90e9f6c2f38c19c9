import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { RATE_PHONE_CODES_PER_ADDRESS } from '@countersign/contract/limits/phone-limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { openEventStream } from '../../../../test/support/server/event-stream.ts'
import { type Browser, errorCodeOf, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, readEvents } from '../../../../test/support/server/people.ts'
import {
  approve,
  askPhone,
  decline,
  expectOpened,
  match,
  open,
  phoneState,
  redeem,
  signOnPhone,
} from '../../../../test/support/server/phone.ts'
import {
  approveOnPhone,
  copyBrowser,
  expectRefused,
  newPair,
  storedRequest,
} from '../../../../test/support/server/phone-attack.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const HOUR = 3_600_000
const UNKNOWN = 'BCDF-GHJK'

forEachEngine('codes of phones', (engine, testOnce) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  describe('a wrong code', () => {
    test('has one answer, whatever it looks like', async () => {
      const { challenge } = await storedRequest(server, await askPhone(openBrowser(server)))
      const codes = [UNKNOWN, '', 'BCDF', 'AEIO-UAEI', '12345678', '../../..', "' OR 1=1 --", 'ＢＣＤＦＧＨＪＫ']
      const answers = await Promise.all(
        codes.map(async (code) => {
          const { traceId, ...problem } = expectProblem(await open(openBrowser(server), { code }), 'phone_code_unknown')
          assert.ok(traceId)
          return problem
        }),
      )
      for (const answer of answers) assert.deepEqual(answer, answers[0])
      const proof = { ...(await approveOnPhone(newPair(server))).proof, challenge: String(challenge) }
      const unknown = { code: UNKNOWN }
      for (const send of [
        (phone: Browser) => match(phone, { ...unknown, number: '00' }),
        (phone: Browser) => approve(phone, unknown, proof),
        (phone: Browser) => decline(phone, unknown),
      ])
        await expectRefused(server, 'phone_code_unknown', () => send(openBrowser(server)))
    })

    test('is accepted five times in a row from one network, and then right ones are refused, too', async () => {
      const asked = await askPhone(openBrowser(server))
      for (let at = 0; at < RATE_PHONE_CODES_PER_ADDRESS.burst; at++)
        expectProblem(
          await open(openBrowser(server, { address: '2001:db8::1' }), { code: UNKNOWN }),
          'phone_code_unknown',
        )
      // Another address of the same network, and another browser.
      const phone = openBrowser(server, { address: '2001:db8::2' })
      for (const send of [
        () => open(phone, asked),
        () => match(phone, asked),
        () => decline(phone, asked),
        () => open(phone, { code: UNKNOWN }),
        () => open(phone, { code: '' }),
      ])
        await expectRefused(server, 'rate_limited', send)
      expectOpened(await open(openBrowser(server, { address: '2001:db9::1' }), asked))
    })

    testOnce('is answered 34 times an hour, of many that are guessed', async () => {
      const answers = new Map<string, number>()
      for (let minute = 0; minute < 60; minute++) {
        const thief = openBrowser(server, { address: '198.51.100.7' })
        const sent = await Promise.all(Array.from({ length: 15 }, () => open(thief, { code: UNKNOWN })))
        for (const code of sent.map(errorCodeOf)) answers.set(code, (answers.get(code) ?? 0) + 1)
        server.clock.now += HOUR / 60
      }
      assert.deepEqual([...answers.keys()].sort(), ['phone_code_unknown', 'rate_limited'])
      const known = answers.get('phone_code_unknown') ?? 0
      assert.equal(known, 34)
      assert.equal(known + (answers.get('rate_limited') ?? 0), 900)
    })
  })

  describe('a stranger', () => {
    test('finds no request of somebody else, in any state', async () => {
      const pair = newPair(server)
      const asked = await askPhone(pair.computer)
      const strangers = () => [openBrowser(server), pair.phone]
      const path = `/api/phone-requests/${asked.request.id}`
      const look = async (browsers: Browser[]) => {
        for (const browser of browsers) {
          await expectRefused(server, 'not_found', () => browser.get(path))
          await expectRefused(server, 'not_found', () => browser.delete(path))
          await expectRefused(server, 'not_found', () => redeem(browser, asked, '000000'))
          assert.equal((await openEventStream(server, browser, {}, `${path}/events`)).status, 404)
        }
      }
      await look(strangers())
      expectOpened(await open(pair.phone, asked))
      await look(strangers())
      const digits = await signOnPhone(pair.phone, asked, pair.account)
      await look([openBrowser(server)])
      // The phone sees the state, and is no computer.
      assert.equal((await phoneState(pair.phone, asked)).state, 'approved')
      await expectRefused(server, 'not_found', () => redeem(pair.phone, asked, digits ?? ''))
      await expectRefused(server, 'not_found', () => pair.phone.delete(path))
      await look([(await addPerson(server, 'owner')).browser])
    })

    test('gets the answer of a request that never was', async () => {
      const { computer, phone } = newPair(server)
      const asked = await askPhone(computer)
      const paths = [asked.request.id, 'phr_00000000000000000000000000', 'nonsense', '%00'].map(
        (id) => `/api/phone-requests/${id}`,
      )
      for (const path of paths.slice(1)) {
        await expectRefused(server, 'not_found', () => computer.get(path))
        await expectRefused(server, 'not_found', () => computer.delete(path))
      }
      const [own, ...others] = await Promise.all(
        paths.map(async (path) => {
          const { traceId, instance, ...problem } = expectProblem(await phone.get(path), 'not_found')
          assert.ok(traceId && instance)
          return problem
        }),
      )
      for (const other of others) assert.deepEqual(other, own)
    })

    test('gets nothing from another site', async () => {
      const { computer, phone } = newPair(server)
      const asked = await askPhone(computer)
      const elsewhere = { origin: 'https://evil.example' }
      for (const send of [
        () => computer.post('/api/phone-requests', { purpose: 'sign_in' }, elsewhere),
        () => computer.post(`/api/phone-requests/${asked.request.id}/redeem`, {}, elsewhere),
        () => phone.post('/api/phone/open', { code: asked.code }, elsewhere),
        () => phone.post('/api/phone/match', { code: asked.code, number: asked.number }, elsewhere),
        () => phone.post('/api/phone/decline', { code: asked.code }, elsewhere),
      ])
        await expectRefused(server, 'csrf_refused', send)
    })
  })

  describe('networks', () => {
    const from = (address: string) => openBrowser(server, { address })

    test('more than three cancel the request, and the activity says so', async () => {
      const { computer } = newPair(server)
      const asked = await askPhone(computer)
      for (const address of ['203.0.113.1', '203.0.113.200', '2001:db8:1::1', '2001:db8:1:ffff::1', '198.51.100.1'])
        expectOpened(await open(from(address), asked))
      expectProblem(await open(from('192.0.2.1'), asked), 'phone_networks_exceeded')
      assert.equal((await phoneState(computer, asked)).state, 'canceled')
      for (const address of ['203.0.113.1', '192.0.2.1'])
        for (const send of [open, match, decline] as const) {
          const answer = await send(from(address), asked)
          if (send === decline) assert.equal(answer.status, 204)
          else expectProblem(answer, 'phone_networks_exceeded')
        }
      expectProblem(await redeem(computer, asked, '000000'), 'phone_networks_exceeded')
      const events = await readEvents(server, 'phone.canceled', 'phone.declined')
      assert.deepEqual(
        events.map(({ kind, outcome, person_id }) => [kind, outcome, person_id]),
        [['phone.canceled', 'refused', null]],
      )
    })

    test('do not end a request that was completed', async () => {
      const pair = newPair(server)
      const signed = await approveOnPhone(pair)
      assert.equal((await redeem(pair.computer, signed, signed.digits ?? '')).status, 200)
      for (const address of ['203.0.113.1', '198.51.100.1', '192.0.2.1', '2001:db8:1::1'])
        expectOpened(await open(copyBrowser(server, pair.phone, address), signed))
      assert.equal((await phoneState(pair.computer, signed)).state, 'completed')
      assert.equal((await redeem(pair.computer, signed, signed.digits ?? '')).status, 200)
    })

    test('are the same with one IPv4 address, or one /56', async () => {
      const near = async (computer: string, phone: string) =>
        expectOpened(await open(from(phone), await askPhone(from(computer)))).sameNetwork
      for (const [computer, phone, same] of [
        ['203.0.113.9', '203.0.113.9', true],
        ['203.0.113.9', '::ffff:203.0.113.9', true],
        ['203.0.113.9', '203.0.113.8', false],
        ['203.0.113.9', '2001:db8:1:ab00::1', false],
        ['2001:db8:1:ab00::1', '2001:db8:1:ab7f::2', true],
        ['2001:db8:1:ab00::1', '2001:db8:1:abff:ffff::2', true],
        ['2001:db8:1:ab00::1', '2001:db8:1:aaff::2', false],
        ['2001:db8:1:ab00::1', '2001:db8:1:ac00::2', false],
        ['2001:db8:1::1', '2001:db8:1:ff::1', true],
        ['2001:db8:1::1', '2001:db8:1:100::1', false],
        ['2001:db8:1:ab00::1', '2001:db8:2:ab00::1', false],
      ] as const)
        assert.equal(await near(computer, phone), same, `${computer} ${phone}`)
    })

    test('are not what a header says', async () => {
      const person = await addPerson(server)
      const near = person.browser
      const asked = await askPhone(near)
      const phone = from(`${near.address}, 198.51.100.9`)
      assert.equal(expectOpened(await open(phone, asked)).sameNetwork, false)
      assert.notEqual(await signOnPhone(phone, asked, person.account), null)

      const direct = await startServer(engine, { environment: { TRUSTED_PROXIES: '' } })
      const request = await askPhone(openBrowser(direct))
      for (const address of ['203.0.113.1', '198.51.100.1', '192.0.2.1', '2001:db8:1::1', '2001:db8:2::1']) {
        const { maskedIp } = expectOpened(await open(openBrowser(direct, { address }), request))
        assert.equal(maskedIp, '127.0.0.1')
      }
      await direct.close()
    })
  })
})
