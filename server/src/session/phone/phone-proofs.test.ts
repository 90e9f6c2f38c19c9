import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { PhonePurpose } from '@countersign/contract/routes/phone.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { proveAs } from '../../../../test/support/families/family-account.ts'
import { newSolanaAccount } from '../../../../test/support/families/solana.ts'
import {
  type Browser,
  newAccount,
  openBrowser,
  prove,
  proveInOneStep,
  signIn,
} from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../../../test/support/server/people.ts'
import { approve, expectApproved, expectRedeemed, handOver, redeem } from '../../../../test/support/server/phone.ts'
import {
  approveOnPhone,
  copyBrowser,
  expectRefused,
  matchOnPhone,
  newPair,
  type Pair,
} from '../../../../test/support/server/phone-attack.ts'
import { expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { fetchChallenge } from '../../../../test/support/server/wallets.ts'

const ACTION = { action: 'recovery.create' } as const
const BODIES: Record<PhonePurpose, object> = {
  sign_in: { purpose: 'sign_in' },
  step_up: { purpose: 'step_up', ...ACTION },
  link_wallet: { purpose: 'link_wallet' },
  recover: { purpose: 'recover' },
}
const PATHS: Record<PhonePurpose, string> = {
  sign_in: '/api/sessions',
  step_up: '/api/session/step-up',
  link_wallet: '/api/me/wallets',
  recover: '/api/recoveries',
}
const PURPOSES = Object.keys(BODIES) as PhonePurpose[] // the keys of a const object are its key type

forEachEngine('proofs from a phone', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signedInPair() {
    const person = await addPerson(server)
    return { computer: person.browser, phone: openBrowser(server), account: person.account, person }
  }

  /** A new wallet is added and recovers. */
  const signerFor = (purpose: PhonePurpose, { account }: Pair) =>
    purpose === 'link_wallet' || purpose === 'recover' ? newAccount() : account

  /** Adding a wallet needs a signature of another one, too. */
  const allowLink = (person: TestPerson, { account }: Proof) => grantStepUp(server, person, `wallet.add:${account}`)

  const send = (browser: Browser, purpose: PhonePurpose, proof: object) =>
    browser.post(PATHS[purpose], {
      proof,
      ...(purpose === 'sign_in' || purpose === 'recover' ? { keep: true } : {}),
      ...(purpose === 'recover' ? { code: 'AAAAA-AAAAA-AAAAA-AAAAA' } : {}),
    })

  describe('of another purpose', () => {
    for (const from of PURPOSES)
      test(`${from} is used for nothing else`, async () => {
        const pair = await signedInPair()
        const proof = await handOver({ ...pair, account: signerFor(from, pair), body: BODIES[from] })
        await allowLink(pair.person, proof)
        for (const purpose of PURPOSES)
          if (purpose !== from)
            await expectRefused(server, 'purpose_not_allowed', () => send(pair.computer, purpose, proof))
        const setup = await pair.computer.post('/api/setup', { proof, setupCode: 'AAAA-AAAA', keep: true })
        assert.ok(setup.status >= 400)
      })

    test('are no proof for an app, and no phone signs one', async () => {
      const { computer } = newPair(server)
      for (const purpose of ['setup', 'app_proof', 'unknown', ''])
        await expectRefused(server, 'invalid_body', () => computer.post('/api/phone-requests', { purpose }))
      await expectRefused(server, 'invalid_body', () =>
        computer.post('/api/phone-requests', { purpose: 'sign_in', instanceName: 'Acme' }),
      )
      for (const body of [
        { purpose: 'sign_in', ...ACTION },
        { purpose: 'sign_in', target: 'x' },
      ])
        await expectRefused(server, 'purpose_not_allowed', () => computer.post('/api/phone-requests', body))
      for (const purpose of ['step_up', 'link_wallet'] as const)
        await expectRefused(server, 'unauthenticated', () => computer.post('/api/phone-requests', BODIES[purpose]))
      const { computer: known } = await signedInPair()
      await expectRefused(server, 'purpose_not_allowed', () =>
        known.post('/api/phone-requests', { purpose: 'step_up' }),
      )
    })
  })

  describe('before the request is completed', () => {
    for (const purpose of PURPOSES)
      test(`${purpose} does nothing on the computer, and nothing elsewhere`, async () => {
        const pair = await signedInPair()
        const { proof } = await approveOnPhone({ ...pair, account: signerFor(purpose, pair) }, BODIES[purpose])
        const stranger = await addPerson(server)
        for (const person of [pair.person, stranger]) await allowLink(person, proof)
        await expectRefused(server, 'phone_not_approved', () => send(pair.computer, purpose, proof))
        for (const browser of [pair.phone, stranger.browser]) {
          const needsSession = browser === pair.phone && (purpose === 'step_up' || purpose === 'link_wallet')
          const code: ErrorCode = needsSession ? 'unauthenticated' : 'challenge_other_browser'
          await expectRefused(server, code, () => send(browser, purpose, proof))
        }
      })

    test('a signature that was obtained without the phone is refused, too', async () => {
      const pair = newPair(server)
      const matched = await matchOnPhone(pair)
      const proof = await prove(matched.challenge, pair.account)
      await expectRefused(server, 'phone_not_approved', () => send(pair.computer, 'sign_in', proof))
    })
  })

  describe('on the phone', () => {
    test('an ordinary sign-in of the phone is refused', async () => {
      const pair = newPair(server)
      const matched = await matchOnPhone(pair)
      for (const browser of [pair.phone, pair.computer]) {
        const proof = await prove(await browser.challenge(), pair.account)
        await expectRefused(server, 'challenge_unknown', () => approve(pair.phone, matched, proof))
      }
    })

    test('the proof of another request is refused', async () => {
      const pair = newPair(server)
      const other = await approveOnPhone({ ...pair, phone: openBrowser(server) })
      const matched = await matchOnPhone(pair)
      await expectRefused(server, 'challenge_unknown', () => approve(pair.phone, matched, other.proof))
      const swapped = { ...other.proof, challenge: matched.challenge.token }
      await expectRefused(server, 'challenge_unknown', () => approve(pair.phone, matched, swapped))
    })

    test('a proof without the statement is refused, because the wallet may leave it out', async () => {
      const pair = newPair(server)
      const matched = await matchOnPhone(pair)
      for (const change of [{}, { statement: undefined }, { statement: undefined, requestId: undefined }]) {
        const proof = await proveInOneStep(matched.challenge, pair.account, { change })
        const answer = await approve(pair.phone, matched, proof)
        assert.equal(answer.status, 403, answer.text)
        await expectRefused(server, 'purpose_not_allowed', () => approve(pair.phone, matched, proof))
        const twoSteps = { ...proof, mode: undefined }
        if ('requestId' in change)
          await expectRefused(server, 'challenge_unknown', () => approve(pair.phone, matched, twoSteps))
        else if ('statement' in change)
          await expectRefused(server, 'statement_mismatch', () => approve(pair.phone, matched, twoSteps))
      }
      const solana = await proveAs(matched.challenge, newSolanaAccount())
      await expectRefused(server, 'purpose_not_allowed', () =>
        approve(pair.phone, matched, { ...solana, mode: 'one_step' }),
      )
    })

    test('a changed text or signature is refused, and the request can still be signed', async () => {
      const pair = newPair(server)
      const matched = await matchOnPhone(pair)
      const proof = await prove(matched.challenge, pair.account)
      const refusals: [ErrorCode, object][] = [
        ['statement_mismatch', { message: proof.message.replace('another device: ', 'this device: ') }],
        ['statement_mismatch', { message: proof.message.replace(/code \w/, 'code A') }],
        ['signature_invalid', { signature: (await prove(matched.challenge, newAccount())).signature }],
        ['message_malformed', { account: `eip155:1:${newAccount().address}` }],
        ['challenge_unknown', { challenge: `${proof.challenge.slice(0, -1)}A` }],
      ]
      for (const [code, change] of refusals)
        await expectRefused(server, code, () => approve(pair.phone, matched, { ...proof, ...change }))
      expectApproved(await approve(pair.phone, matched, proof))
    })

    test('another account may sign after the number was typed, and none after one has signed', async () => {
      const pair = newPair(server)
      const matched = await matchOnPhone(pair)
      const switched = newAccount()
      const proof = await prove(matched.challenge, switched)
      const { digits } = expectApproved(await approve(pair.phone, matched, proof))
      const late = await prove(matched.challenge, pair.account)
      await expectRefused(server, 'phone_ended', () => approve(pair.phone, matched, late))
      const redeemed = expectRedeemed(await redeem(pair.computer, matched, digits ?? ''))
      assert.deepEqual(redeemed.proof, proof)
      await expectRefused(server, 'phone_ended', () => approve(pair.phone, matched, late))
      const { session } = expectStarted(await send(pair.computer, 'sign_in', redeemed.proof))
      assert.equal(session.wallet.address, switched.address)
    })
  })

  describe('for a session', () => {
    test('of another one of the same browser is refused', async () => {
      const pair = await signedInPair()
      const proof = await handOver({ ...pair, body: BODIES.step_up })
      expectStarted(await signIn(pair.computer, pair.account))
      await expectRefused(server, 'challenge_other_browser', () => send(pair.computer, 'step_up', proof))
    })

    test('of another person is refused', async () => {
      const [pair, other] = [await signedInPair(), await signedInPair()]
      const matched = await matchOnPhone(pair, BODIES.step_up)
      const foreign = await prove(matched.challenge, other.account)
      await expectRefused(server, 'wallet_not_yours', () => approve(pair.phone, matched, foreign))
      const unknown = await prove(matched.challenge, newAccount())
      await expectRefused(server, 'wallet_not_yours', () => approve(pair.phone, matched, unknown))
      const proof = await handOver({ ...other, body: BODIES.step_up })
      await expectRefused(server, 'challenge_other_browser', () => send(pair.computer, 'step_up', proof))
    })

    test('that ended while the phone signed is refused', async () => {
      for (const purpose of ['step_up', 'link_wallet'] as const) {
        const pair = await signedInPair()
        const account = purpose === 'step_up' ? pair.account : newAccount()
        const signed = await approveOnPhone({ ...pair, account }, BODIES[purpose])
        const elsewhere = openBrowser(server)
        expectStarted(await signIn(elsewhere, pair.account))
        assert.equal((await elsewhere.delete(`/api/me/sessions/${pair.person.sessionId}`)).status, 204)
        const { proof } = expectRedeemed(await redeem(pair.computer, signed, signed.digits ?? undefined))
        await expectRefused(server, 'session_revoked', () => send(pair.computer, purpose, proof))
      }
    })

    test('confirms the action that was shown, and once', async () => {
      const pair = await signedInPair()
      const before = copyBrowser(server, pair.computer)
      const proof = await handOver({ ...pair, body: BODIES.step_up })
      expectSession(await send(pair.computer, 'step_up', proof))
      await expectRefused(server, 'challenge_used', () => send(pair.computer, 'step_up', proof))
      await expectRefused(server, 'step_up_required', () => pair.computer.delete('/api/me/recovery-codes'))
      assert.ok(before.cookies.get('cs') !== pair.computer.cookies.get('cs'), 'the token is rotated')
      const challenge = await fetchChallenge(pair.phone, 'sign_in')
      await expectRefused(server, 'purpose_not_allowed', async () =>
        send(pair.computer, 'step_up', await prove(challenge, pair.account)),
      )
    })
  })
})
