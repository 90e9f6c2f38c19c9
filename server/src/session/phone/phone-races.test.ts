import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PHONE_DIGITS_TRIES } from '@countersign/contract/limits/phone-limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import {
  errorCodeOf,
  type HttpResponse,
  newAccount,
  openBrowser,
  prove,
} from '../../../../test/support/server/http-browser.ts'
import {
  approve,
  askPhone,
  decline,
  expectApproved,
  expectOpened,
  expectRedeemed,
  match,
  open,
  phoneState,
  redeem,
} from '../../../../test/support/server/phone.ts'
import {
  approveOnPhone,
  copyBrowser,
  matchOnPhone,
  newPair,
  otherDigits,
  storedRequest,
} from '../../../../test/support/server/phone-attack.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

/** On two nodes: on SQLite two connections to one file. */
forEachEngine('races of cross-device sign-in', (engine) => {
  let server: TestServer
  let far: TestServer
  before(async () => {
    server = await startServer(engine)
    const { database } = server.context.config
    const databaseUrl = database.engine === 'sqlite' ? `file:${database.path}` : database.url
    far = await startServer(engine, { databaseUrl })
  })
  after(() => Promise.all([server.close(), far.close()]))

  /** The codes of errors, and the status of what went well. */
  const outcomesOf = (answers: HttpResponse[]) =>
    answers.map((answer) => (answer.status < 300 ? String(answer.status) : errorCodeOf(answer))).sort()

  test('of several phones that type the number one goes on', async () => {
    const asked = await askPhone(openBrowser(server))
    const phones = [server, far, server, far].map((node) => openBrowser(node))
    for (const phone of phones) expectOpened(await open(phone, asked))
    const answers = await Promise.all(phones.map((phone) => match(phone, asked)))
    assert.deepEqual(outcomesOf(answers), ['200', 'phone_used', 'phone_used', 'phone_used'])
    const states = await Promise.all(phones.map((phone) => phone.get(`/api/phone-requests/${asked.request.id}`)))
    assert.deepEqual(
      states.map(({ status }) => status),
      answers.map(({ status }) => (status === 200 ? 200 : 404)),
    )
  })

  test('a right and a wrong number at once leave it matched by one phone, or declined', async () => {
    for (let round = 0; round < 4; round++) {
      const asked = await askPhone(openBrowser(server))
      const [right, wrong] = [openBrowser(server), openBrowser(far)]
      for (const phone of [right, wrong]) expectOpened(await open(phone, asked))
      const [first, second] = await Promise.all([
        match(right, asked),
        match(wrong, { ...asked, number: otherDigits(asked.number) }),
      ])
      const { state } = await storedRequest(server, asked)
      const codes = [first, second].map((answer) => (answer.status === 200 ? 'ok' : errorCodeOf(answer)))
      assert.deepEqual(codes, state === 'matched' ? ['ok', 'phone_used'] : ['phone_ended', 'phone_number_wrong'])
      assert.ok(state === 'matched' || state === 'declined', String(state))
    }
  })

  test('of redeeming and declining one wins', async () => {
    for (let round = 0; round < 4; round++) {
      const pair = newPair(server)
      const signed = await approveOnPhone(pair)
      const [redeemed, declined] = await Promise.all([
        redeem(pair.computer, signed, signed.digits ?? ''),
        decline(copyBrowser(far, pair.phone), signed),
      ])
      assert.equal(declined.status, 204)
      const { state, proof } = await storedRequest(server, signed)
      const started = await pair.computer.post('/api/sessions', { proof: signed.proof, keep: true })
      if (redeemed.status === 200) {
        assert.equal(state, 'completed')
        expectStarted(started)
      } else {
        expectProblem(redeemed, 'phone_ended')
        assert.deepEqual([state, proof], ['declined', null])
        expectProblem(started, 'phone_not_approved')
      }
    }
  })

  test('several redeem at once: each gets the same proof, which starts one session', async () => {
    const pair = newPair(server)
    const signed = await approveOnPhone(pair)
    const computers = [pair.computer, copyBrowser(far, pair.computer), copyBrowser(server, pair.computer)]
    const answers = await Promise.all(computers.map((computer) => redeem(computer, signed, signed.digits ?? '')))
    const proofs = answers.map((answer) => expectRedeemed(answer).proof)
    for (const proof of proofs) assert.deepEqual(proof, proofs[0])
    const before = await countRows(server)
    const sessions = await Promise.all(
      computers.map((computer, at) => computer.post('/api/sessions', { proof: proofs[at], keep: true })),
    )
    assert.deepEqual(outcomesOf(sessions), ['201', 'challenge_used', 'challenge_used'])
    assert.equal((await countRows(server)).session, before.session + 1)
  })

  test('six wrong digits at once are three tries', async () => {
    const pair = newPair(server)
    const signed = await approveOnPhone(pair)
    const computers = [pair.computer, copyBrowser(far, pair.computer)]
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((by) =>
        redeem(computers[by % 2] ?? pair.computer, signed, otherDigits(signed.digits ?? '', by)),
      ),
    )
    assert.deepEqual(outcomesOf(answers), [
      ...Array<string>(PHONE_DIGITS_TRIES - 1).fill('phone_digits_wrong'),
      ...Array<string>(7 - PHONE_DIGITS_TRIES).fill('phone_locked'),
    ])
    assert.equal((await storedRequest(server, signed)).tries, PHONE_DIGITS_TRIES)
  })

  test('the right digits among wrong ones win only before the third', async () => {
    const pair = newPair(server)
    const signed = await approveOnPhone(pair)
    const digits = signed.digits ?? ''
    const sent = [1, 2, 0, 3, 4].map((by) => otherDigits(digits, by))
    const answers = await Promise.all(sent.map((one) => redeem(pair.computer, signed, one)))
    const { state, tries, proof } = await storedRequest(server, signed)
    assert.equal(answers[2]?.status === 200, state === 'completed')
    assert.ok(Number(tries) <= PHONE_DIGITS_TRIES)
    assert.equal(proof === null, state === 'locked')
  })

  test('of two accounts that sign at once one is kept', async () => {
    const pair = newPair(server)
    const matched = await matchOnPhone(pair)
    const proofs = await Promise.all([pair.account, newAccount()].map((account) => prove(matched.challenge, account)))
    const phones = [pair.phone, copyBrowser(far, pair.phone)]
    const answers = await Promise.all(proofs.map((proof, at) => approve(phones[at] ?? pair.phone, matched, proof)))
    assert.deepEqual(outcomesOf(answers), ['200', 'phone_ended'])
    const winner = answers.findIndex(({ status }) => status === 200)
    const { proof } = await storedRequest(server, matched)
    assert.deepEqual(JSON.parse(String(proof)), proofs[winner])
  })

  test('the same signature twice at once is approved once, with the same digits', async () => {
    const pair = newPair(server)
    const matched = await matchOnPhone(pair)
    const proof = await prove(matched.challenge, pair.account)
    const phones = [pair.phone, copyBrowser(far, pair.phone), copyBrowser(far, pair.phone)]
    const answers = await Promise.all(phones.map((phone) => approve(phone, matched, proof)))
    const digits = new Set(answers.map((answer) => expectApproved(answer).digits))
    assert.equal(digits.size, 1)
  })

  test('canceling while the phone signs hands nothing over', async () => {
    const pair = newPair(server)
    const matched = await matchOnPhone(pair)
    const proof = await prove(matched.challenge, pair.account)
    await Promise.all([
      approve(copyBrowser(far, pair.phone), matched, proof),
      pair.computer.delete(`/api/phone-requests/${matched.request.id}`),
    ])
    assert.equal((await phoneState(pair.computer, matched)).state, 'canceled')
    assert.equal((await storedRequest(server, matched)).proof, null)
    expectProblem(await pair.computer.post('/api/sessions', { proof, keep: true }), 'phone_not_approved')
  })
})
