import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '@countersign/contract/errors.ts'
import { RATE_CONTRACTS_PER_ADDRESS, RATE_SESSIONS_PER_WALLET } from '@countersign/contract/limits.ts'
import { createScriptedChains, NO, newContractAddress, YES } from '../../../../test/support/chain/scripted-chains.ts'
import { exampleMessage } from '../../../../test/support/hostile-messages.ts'
import { newAccount } from '../../../../test/support/server/http-browser.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import type { Rate } from '../../platform/rate-limiter.ts'
import type { LookUp } from '../../platform/store/database.ts'
import { evm } from '../evm/family.ts'
import { hashMessage } from '../evm/verify-signature.ts'
import type { Claim } from './challenge.ts'
import { type ContractProof, checkClaim, verifyClaim, withContractFallback } from './verify-claim.ts'

const NOW = 1_000
const KEY_SIGNATURE = `0x${'ab'.repeat(65)}`
const LONG_SIGNATURE = `0x${'ab'.repeat(100)}`

function setUpContext() {
  const taken: [string, Rate][] = []
  const chains = createScriptedChains(1, 10)
  const contextParts = {
    chains,
    rates: { take: (key: string, rate: Rate) => void taken.push([key, rate]) },
    store: { lookUp: async ({ read }: LookUp<unknown>) => read({ settings: null, owner: null }) },
    config: { ownerWallets: [], origin: 'https://id.example' },
    now: () => NOW,
  }
  return { context: contextParts as unknown as Context, chains, taken } // a claim is verified without the rest of it
}

function claimOf({ address = checksumAddress(newContractAddress()), chainId = 10, signature = LONG_SIGNATURE }): Claim {
  const chain = String(chainId)
  const message = { ...exampleMessage, address, chainId: chain }
  return { message, chain, text: 'text', signature, family: evm } as Claim // the challenge is not looked at here
}

describe('verifyClaim', () => {
  test('accepts the signature of a key on every chain and counts it for the wallet', async () => {
    const { context, taken } = setUpContext()
    const account = newAccount()
    const signature = await account.signMessage({ message: 'text' })
    const address = account.address.toLowerCase()
    const verified = verifyClaim(context, claimOf({ address: account.address, signature }))
    assert.deepEqual(verified, { namespace: 'eip155', address, chainRef: '0' })
    assert.deepEqual(taken, [[`wallet:eip155:0:${address}`, RATE_SESSIONS_PER_WALLET]])
  })

  test('rejects a signature by another key and counts nothing for the wallet', async () => {
    const { context, taken } = setUpContext()
    const signature = await newAccount().signMessage({ message: 'text' })
    const claim = claimOf({ address: newAccount().address, signature })
    assert.throws(() => verifyClaim(context, claim), { code: 'signature_invalid' })
    assert.deepEqual(taken, [])
  })

  test('accepts an approval by a contract on its own chain only', () => {
    const { context, taken } = setUpContext()
    const claim = claimOf({})
    const address = claim.message.address.toLowerCase()
    const proof: ContractProof = { chainId: 10, address, hash: new Uint8Array(32), signature: '0x', at: NOW }
    assert.deepEqual(verifyClaim(context, claim, proof), { namespace: 'eip155', address, chainRef: '10' })
    assert.deepEqual(taken, [[`wallet:eip155:10:${address}`, RATE_SESSIONS_PER_WALLET]])
  })
})

describe('checkClaim', () => {
  test('counts the wallet when it is used, and only once', async () => {
    const { context, taken } = setUpContext()
    const account = newAccount()
    const signature = await account.signMessage({ message: 'text' })
    const checked = checkClaim(context, claimOf({ address: account.address, signature }))
    assert.equal(checked.isValid, true)
    assert.deepEqual(taken, [])
    const verified = [checked.verify(), checked.verify()]
    assert.deepEqual(verified, [verified[0], verified[0]])
    assert.equal(verified[0]?.address, account.address.toLowerCase())
    assert.equal(taken.length, 1)
  })

  test('throws the same error each time for an invalid signature or a wallet over its limit', async () => {
    const { context, taken } = setUpContext()
    const invalid = checkClaim(context, claimOf({ signature: `0x${'11'.repeat(64)}1b` }))
    assert.equal(invalid.isValid, false)
    for (let uses = 0; uses < 2; uses++) assert.throws(invalid.verify, { code: 'signature_invalid' })
    assert.deepEqual(taken, [])
    const account = newAccount()
    const signature = await account.signMessage({ message: 'text' })
    let calls = 0
    context.rates.take = () => {
      calls++
      throw new AppError('rate_limited')
    }
    const limited = checkClaim(context, claimOf({ address: account.address, signature }))
    for (let uses = 0; uses < 2; uses++) assert.throws(limited.verify, { code: 'rate_limited' })
    assert.equal(calls, 1)
  })
})

describe('orByContract', () => {
  /** Refuses the claim until a contract vouches for it, as the transaction does. */
  function attemptWith(refusal: Error) {
    const proofs: (ContractProof | undefined)[] = []
    const attempt = async (proof?: ContractProof) => {
      proofs.push(proof)
      if (!proof) throw refusal
      return 'done'
    }
    return { proofs, attempt }
  }

  async function outcomeOf(setup: ReturnType<typeof setUpContext>, claim: Claim, refusal: Error) {
    const { proofs, attempt } = attemptWith(refusal)
    const outcome = await withContractFallback(setup.context, { claim, network: 'net' }, attempt).catch(
      (error) => error,
    )
    return { outcome, proofs }
  }

  const refusalOf = (code: ErrorCode) => new AppError(code)

  test('calls no node when a key signed', async () => {
    const { context, chains } = setUpContext()
    assert.equal(
      await withContractFallback(context, { claim: claimOf({}), network: 'net' }, async () => 'done'),
      'done',
    )
    assert.equal(chains.requestCount, 0)
  })

  for (const code of ['signature_invalid', 'signature_malformed', 'network_not_configured'] as const)
    test(`calls the contract after ${code}`, async () => {
      const setup = setUpContext()
      const claim = claimOf({})
      const address = claim.message.address.toLowerCase()
      setup.chains.contracts.set(`10:${address}`, () => YES)
      const { outcome, proofs } = await outcomeOf(setup, claim, refusalOf(code))
      assert.equal(outcome, 'done')
      const proof = { chainId: 10, address, hash: hashMessage('text'), signature: LONG_SIGNATURE, at: NOW }
      assert.deepEqual(proofs, [undefined, proof])
      assert.deepEqual(setup.taken, [['contract:net', RATE_CONTRACTS_PER_ADDRESS]])
    })

  test('calls no node when the proof has an envelope', async () => {
    const setup = setUpContext()
    const claim = { ...claimOf({}), envelope: 'AAAA' }
    setup.chains.contracts.set(`10:${claim.message.address.toLowerCase()}`, () => YES)
    const { outcome } = await outcomeOf(setup, claim, refusalOf('signature_malformed'))
    assert.equal(outcome.code, 'signature_malformed')
    assert.equal(setup.chains.requestCount, 0)
    const detail = 'Only a Solana proof may have an envelope.'
    assert.throws(() => verifyClaim(setup.context, claim), { code: 'signature_malformed', detail })
    const ofSolana = { ...claim, family: { ...evm, namespace: 'solana' as const } }
    assert.throws(() => verifyClaim(setup.context, ofSolana), { code: 'network_not_configured' })
  })

  test('calls no node for other chain families', async () => {
    const setup = setUpContext()
    const claim = { ...claimOf({}), family: { ...evm, namespace: 'bip122' as const } }
    setup.chains.contracts.set(`10:${claim.message.address.toLowerCase()}`, () => YES)
    const { outcome } = await outcomeOf(setup, claim, refusalOf('signature_invalid'))
    assert.deepEqual([outcome.code, setup.chains.requestCount], ['signature_invalid', 0])
  })

  test('calls the contract on chain 1 as on any other', async () => {
    const setup = setUpContext()
    const claim = claimOf({ chainId: 1 })
    setup.chains.contracts.set(`1:${claim.message.address.toLowerCase()}`, () => YES)
    assert.equal((await outcomeOf(setup, claim, refusalOf('signature_invalid'))).outcome, 'done')
  })

  test('calls no node for other errors', async () => {
    for (const refusal of [refusalOf('challenge_used'), refusalOf('address_invalid'), new Error('broken')]) {
      const setup = setUpContext()
      const { outcome, proofs } = await outcomeOf(setup, claimOf({}), refusal)
      assert.equal(outcome, refusal)
      assert.deepEqual([proofs, setup.chains.requestCount, setup.taken], [[undefined], 0, []])
    }
  })

  test('calls no node for an internal error that mentions a signature', async () => {
    const setup = setUpContext()
    const failure = Object.assign(new Error('broken'), { code: 'signature_invalid' })
    assert.equal((await outcomeOf(setup, claimOf({}), failure)).outcome, failure)
    assert.equal(setup.chains.requestCount, 0)
  })

  test('calls no node for a malformed signature', async () => {
    const setup = setUpContext()
    const refusal = refusalOf('signature_malformed')
    assert.equal((await outcomeOf(setup, claimOf({ signature: '0x1b' }), refusal)).outcome, refusal)
    assert.deepEqual([setup.chains.requestCount, setup.taken], [0, []])
  })

  test('calls no node on a chain that is not configured', async () => {
    const setup = setUpContext()
    const refusal = refusalOf('network_not_configured')
    assert.equal((await outcomeOf(setup, claimOf({ chainId: 11 }), refusal)).outcome, refusal)
    assert.deepEqual([setup.chains.requestCount, setup.taken], [0, []])
  })

  test('calls no node on an invalid chain, even with a configured network', async () => {
    const setup = setUpContext()
    setup.chains.known.add(0)
    const refusal = refusalOf('signature_invalid')
    assert.equal((await outcomeOf(setup, claimOf({ chainId: 0 }), refusal)).outcome, refusal)
    assert.equal(setup.chains.requestCount, 0)
  })

  test('rejects a signature that the contract rejects', async () => {
    for (const signature of [KEY_SIGNATURE, LONG_SIGNATURE]) {
      const setup = setUpContext()
      const claim = claimOf({ signature })
      setup.chains.contracts.set(`10:${claim.message.address.toLowerCase()}`, () => NO)
      const { outcome, proofs } = await outcomeOf(setup, claim, refusalOf('signature_malformed'))
      assert.equal(outcome.code, 'signature_invalid')
      assert.equal(proofs.length, 1)
    }
  })

  test('keeps the original error for a 65-byte signature when there is no contract', async () => {
    const refusal = refusalOf('signature_malformed')
    assert.equal((await outcomeOf(setUpContext(), claimOf({ signature: KEY_SIGNATURE }), refusal)).outcome, refusal)
    const { outcome } = await outcomeOf(setUpContext(), claimOf({}), refusalOf('network_not_configured'))
    assert.equal(outcome.code, 'signature_invalid')
  })
})
