import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { namespaces } from '@countersign/contract/family/family.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import {
  createScriptedChains,
  NO,
  newContractAddress,
  proveAsContract,
  type ScriptedChains,
  YES,
} from '../../../../test/support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { proveAs } from '../../../../test/support/families/family-account.ts'
import { signInAs } from '../../../../test/support/families/family-requests.ts'
import { newFamilyAccount } from '../../../../test/support/families/new-family-account.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { approve, expectApproved, expectRedeemed, phoneState, redeem } from '../../../../test/support/server/phone.ts'
import { expectRefused, matchOnPhone, newPair } from '../../../../test/support/server/phone-attack.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { setNamespaces } from '../../../../test/support/server/settings.ts'

const SIGNATURE = `0x${'5a'.repeat(130)}`
const STEP_UP = { purpose: 'step_up', action: 'recovery.create' }

forDefaultEngine('wallets on phones', (engine) => {
  let server: TestServer
  let chains: ScriptedChains
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(() => {
    chains = createScriptedChains(10)
    server.context.chains = chains
  })
  after(() => server.close())

  /** Up to the proof that the computer is given. */
  async function handOverAs(
    pair: Omit<ReturnType<typeof newPair>, 'account'>,
    sign: (challenge: Challenge) => Promise<Proof>,
    body?: object,
  ) {
    const matched = await matchOnPhone(pair, body)
    const { digits } = expectApproved(await approve(pair.phone, matched, await sign(matched.challenge)))
    return expectRedeemed(await redeem(pair.computer, matched, digits ?? undefined)).proof
  }

  for (const namespace of namespaces) {
    test(`${namespace}: sign in, and confirm an action`, async () => {
      const { computer, phone } = newPair(server)
      const account = newFamilyAccount(namespace)
      const proof = await handOverAs({ computer, phone }, (challenge) => proveAs(challenge, account))
      const { session } = expectStarted(await computer.post('/api/sessions', { proof, keep: true }))
      assert.deepEqual([session.wallet.address, session.phone], [account.address, true])
      const stepUp = await handOverAs({ computer, phone }, (challenge) => proveAs(challenge, account), STEP_UP)
      expectSession(await computer.post('/api/session/step-up', { proof: stepUp }))
    })

    test(`${namespace}: refused when the family was turned off`, async () => {
      const { computer, phone } = newPair(server)
      const account = newFamilyAccount(namespace)
      expectStarted(await signInAs(openBrowser(server), account))
      const matched = await matchOnPhone({ computer, phone })
      const proof = await proveAs(matched.challenge, account)
      await setNamespaces(
        server,
        namespaces.filter((one) => one !== namespace),
      )
      await expectRefused(server, 'family_not_allowed', () => approve(phone, matched, proof))
      await setNamespaces(server, namespaces)
      expectApproved(await approve(phone, matched, proof))
    })

    test(`${namespace}: refused with the signature of another account`, async () => {
      const pair = newPair(server)
      const matched = await matchOnPhone(pair)
      const [mine, other] = [newFamilyAccount(namespace), newFamilyAccount(namespace)]
      const proof = await proveAs(matched.challenge, mine)
      const { signature } = await proveAs(matched.challenge, other)
      await expectRefused(server, 'signature_invalid', () => approve(pair.phone, matched, { ...proof, signature }))
    })
  }

  async function matchAsContract() {
    const pair = newPair(server)
    const address = newContractAddress()
    chains.contracts.set(`10:${address}`, () => YES)
    const matched = await matchOnPhone(pair)
    return {
      pair,
      address,
      matched,
      proof: await proveAsContract(matched.challenge, { address, signature: SIGNATURE }),
    }
  }

  test('a contract signs in', async () => {
    const { pair, address, matched, proof } = await matchAsContract()
    const { digits } = expectApproved(await approve(pair.phone, matched, proof))
    const redeemed = expectRedeemed(await redeem(pair.computer, matched, digits ?? ''))
    const started = expectStarted(await pair.computer.post('/api/sessions', { proof: redeemed.proof, keep: true }))
    assert.equal(started.session.wallet.address.toLowerCase(), address)
  })

  test('a contract that changes its mind before the computer continues is refused', async () => {
    const { pair, address, matched, proof } = await matchAsContract()
    const { digits } = expectApproved(await approve(pair.phone, matched, proof))
    chains.contracts.set(`10:${address}`, () => NO)
    expectRedeemed(await redeem(pair.computer, matched, digits ?? ''))
    await expectRefused(server, 'signature_invalid', () => pair.computer.post('/api/sessions', { proof, keep: true }))
  })

  test('a contract that says no is refused', async () => {
    const { pair, address, matched, proof } = await matchAsContract()
    chains.contracts.set(`10:${address}`, () => NO)
    await expectRefused(server, 'signature_invalid', () => approve(pair.phone, matched, proof))
  })

  test('a contract signs in once its node is back', async () => {
    const { pair, matched, proof } = await matchAsContract()
    chains.up = false
    await expectRefused(server, 'rpc_unavailable', () => approve(pair.phone, matched, proof))
    assert.equal((await phoneState(pair.computer, matched)).state, 'matched')
    chains.up = true
    const { digits } = expectApproved(await approve(pair.phone, matched, proof))
    expectRedeemed(await redeem(pair.computer, matched, digits ?? ''))
    chains.up = false
    expectProblem(await pair.computer.post('/api/sessions', { proof, keep: true }), 'rpc_unavailable')
    chains.up = true
    expectStarted(await pair.computer.post('/api/sessions', { proof, keep: true }))
  })
})
