import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_CONTRACTS_PER_ADDRESS, RATE_SESSIONS_PER_WALLET } from '@countersign/contract/limits.ts'
import { createScriptedChains, NO, newContractAddress, YES } from '../../../../test/support/chain/scripted-chains.ts'
import { exampleMessage } from '../../../../test/support/hostile-messages.ts'
import { newAccount } from '../../../../test/support/server/http-browser.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/address.ts'
import type { Rate } from '../../platform/rate-limiter.ts'
import type { LookUp } from '../../platform/store/database.ts'
import { evm } from '../evm/family.ts'
import { hashMessage } from '../evm/verify-signature.ts'
import type { SignedMessage } from './challenge.ts'
import { verifySignedMessage } from './verify-signed-message.ts'

const NOW = 1_000
const KEY_SIGNATURE = `0x${'ab'.repeat(65)}`
const LONG_SIGNATURE = `0x${'ab'.repeat(100)}`

const SPENT = {
  nonce_hash: Buffer.alloc(32),
  proof_hash: Buffer.alloc(32),
  session_id: 's',
  spent_at: 1,
  expires_at: 2,
}

function setUpContext({ isSpent = false } = {}) {
  const taken: [string, Rate][] = []
  const chains = createScriptedChains(1, 10)
  const contextParts = {
    chains,
    rates: { take: (key: string, rate: Rate) => void taken.push([key, rate]) },
    store: {
      one: async () => (isSpent ? SPENT : undefined),
      lookUp: async ({ read }: LookUp<unknown>) => read({ settings: null, owner: null }),
    },
    config: { ownerWallets: [], origin: 'https://id.example' },
    now: () => NOW,
  }
  return { context: contextParts as unknown as Context, chains, taken } // a message is verified without the rest of it
}

function messageOf({
  address = checksumAddress(newContractAddress()),
  chainId = 10,
  signature = LONG_SIGNATURE,
}): SignedMessage {
  const chain = String(chainId)
  const message = { ...exampleMessage, address, chainId: chain }
  const challenge = { nonce: 'nonce', expiresAt: new Date(NOW).toISOString() }
  return { challenge, message, chain, text: 'text', signature, family: evm } as SignedMessage // the rest of the challenge is not looked at
}

describe('verifySignedMessage', () => {
  const verify = ({ context }: ReturnType<typeof setUpContext>, signed: SignedMessage) =>
    verifySignedMessage(context, { signed, network: 'net' })

  async function messageOfKey(): Promise<SignedMessage> {
    const account = newAccount()
    return messageOf({ address: account.address, signature: await account.signMessage({ message: 'text' }) })
  }

  test('accepts the signature of a key on every chain, and calls no node', async () => {
    const setup = setUpContext()
    const signed = await messageOfKey()
    const { account, contract } = await verify(setup, signed)
    assert.deepEqual(account, { namespace: 'eip155', address: signed.message.address.toLowerCase(), chain: '0' })
    assert.equal(contract, undefined)
    assert.equal(setup.chains.requestCount, 0)
  })

  test('counts the wallet when the message is used, and only once', async () => {
    const setup = setUpContext()
    const verified = await verify(setup, await messageOfKey())
    assert.deepEqual(setup.taken, [])
    verified.count()
    verified.count()
    assert.deepEqual(setup.taken, [[`wallet:eip155:0:${verified.account.address}`, RATE_SESSIONS_PER_WALLET]])
  })

  test('refuses a wallet over its limit each time', async () => {
    const setup = setUpContext()
    setup.context.rates.take = () => {
      throw new AppError('rate_limited')
    }
    const verified = await verify(setup, await messageOfKey())
    for (let uses = 0; uses < 2; uses++) assert.throws(verified.count, { code: 'rate_limited' })
  })

  test('rejects a signature by another key, and counts nothing', async () => {
    const setup = setUpContext()
    const signature = await newAccount().signMessage({ message: 'text' })
    await assert.rejects(verify(setup, messageOf({ signature })), { code: 'signature_invalid' })
    assert.deepEqual(setup.taken, [['contract:net', RATE_CONTRACTS_PER_ADDRESS]])
    const elsewhere = setUpContext()
    await assert.rejects(verify(elsewhere, messageOf({ signature, chainId: 11 })), { code: 'signature_invalid' })
    assert.deepEqual(elsewhere.taken, [])
  })

  test('says of a challenge that was used that it was, and calls no node', async () => {
    const setup = setUpContext({ isSpent: true })
    const signed = messageOf({})
    setup.chains.contracts.set(`10:${signed.message.address.toLowerCase()}`, () => YES)
    await assert.rejects(verify(setup, signed), { code: 'challenge_used' })
    assert.deepEqual([setup.chains.requestCount, setup.taken], [0, []])
  })

  for (const [what, signature] of [
    ['a long signature', LONG_SIGNATURE],
    ['65 bytes that are no signature of a key', KEY_SIGNATURE],
    ['65 bytes by another key', `0x${'11'.repeat(64)}1b`],
  ] as const)
    test(`accepts ${what} that the contract accepts, on its own chain only`, async () => {
      const setup = setUpContext()
      const signed = messageOf({ signature })
      const address = signed.message.address.toLowerCase()
      setup.chains.contracts.set(`10:${address}`, () => YES)
      const { account, contract } = await verify(setup, signed)
      assert.deepEqual(account, { namespace: 'eip155', address, chain: '10' })
      assert.deepEqual(contract, { chainId: 10, address, hash: hashMessage('text'), signature, at: NOW })
      assert.deepEqual(setup.taken, [['contract:net', RATE_CONTRACTS_PER_ADDRESS]])
    })

  test('counts a contract for its own chain', async () => {
    const setup = setUpContext()
    const signed = messageOf({})
    const address = signed.message.address.toLowerCase()
    setup.chains.contracts.set(`10:${address}`, () => YES)
    const verified = await verify(setup, signed)
    verified.count()
    assert.deepEqual(setup.taken.at(-1), [`wallet:eip155:10:${address}`, RATE_SESSIONS_PER_WALLET])
  })

  test('calls the contract on chain 1 as on any other', async () => {
    const setup = setUpContext()
    const signed = messageOf({ chainId: 1 })
    setup.chains.contracts.set(`1:${signed.message.address.toLowerCase()}`, () => YES)
    assert.equal((await verify(setup, signed)).account.chain, '1')
  })

  test('calls no node when the proof has an envelope, which only Solana has', async () => {
    const setup = setUpContext()
    const signed = { ...messageOf({}), envelope: 'AAAA' }
    setup.chains.contracts.set(`10:${signed.message.address.toLowerCase()}`, () => YES)
    const detail = 'Only a Solana proof may have an envelope.'
    await assert.rejects(verify(setup, signed), { code: 'signature_malformed', detail })
    const ofSolana = { ...signed, family: { ...evm, namespace: 'solana' as const } }
    await assert.rejects(verify(setup, ofSolana), { code: 'network_not_configured' })
    assert.equal(setup.chains.requestCount, 0)
  })

  test('calls no node for other chain families', async () => {
    const setup = setUpContext()
    const signed = { ...messageOf({}), family: { ...evm, namespace: 'solana' as const } }
    setup.chains.contracts.set(`10:${signed.message.address.toLowerCase()}`, () => YES)
    await assert.rejects(verify(setup, signed), { code: 'network_not_configured' })
    assert.deepEqual([setup.chains.requestCount, setup.taken], [0, []])
  })

  test('calls no node for other errors, also if they mention a signature', async () => {
    const failures = [
      new AppError('address_invalid'),
      new Error('broken'),
      Object.assign(new Error('x'), { code: 'signature_invalid' }),
    ]
    for (const failure of failures) {
      const setup = setUpContext()
      const refuse = () => {
        throw failure
      }
      await assert.rejects(verify(setup, { ...messageOf({}), family: { ...evm, verify: refuse } }), failure)
      assert.deepEqual([setup.chains.requestCount, setup.taken], [0, []])
    }
  })

  test('calls no node for a malformed signature', async () => {
    const setup = setUpContext()
    await assert.rejects(verify(setup, messageOf({ signature: '0x1b' })), { code: 'signature_malformed' })
    assert.deepEqual([setup.chains.requestCount, setup.taken], [0, []])
  })

  test('calls no node on a chain that is not configured or does not exist', async () => {
    for (const chainId of [11, 0]) {
      const setup = setUpContext()
      setup.chains.known.add(0)
      await assert.rejects(verify(setup, messageOf({ chainId })), { code: 'network_not_configured' })
      assert.deepEqual([setup.chains.requestCount, setup.taken], [0, []])
    }
  })

  test('rejects a signature that the contract rejects', async () => {
    for (const signature of [KEY_SIGNATURE, LONG_SIGNATURE]) {
      const setup = setUpContext()
      const signed = messageOf({ signature })
      setup.chains.contracts.set(`10:${signed.message.address.toLowerCase()}`, () => NO)
      await assert.rejects(verify(setup, signed), { code: 'signature_invalid' })
    }
  })

  test('keeps the error of the key for a 65-byte signature when there is no contract', async () => {
    await assert.rejects(verify(setUpContext(), messageOf({ signature: KEY_SIGNATURE })), {
      code: 'signature_malformed',
    })
    await assert.rejects(verify(setUpContext(), messageOf({})), { code: 'signature_invalid' })
  })
})
