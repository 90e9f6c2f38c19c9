import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import { type Account, formatAccount } from '@countersign/contract/family/account.ts'
import { BITCOIN_MAINNET, type Namespace, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { CHALLENGE_TTL_MS, ONE_STEP_SKEW_MS } from '@countersign/contract/limits.ts'
import { type Message, messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Purpose } from '@countersign/contract/routes/challenge.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { deriveKeys } from '../../platform/crypto/keys.ts'
import type { LookUp, Queries } from '../../platform/store/database.ts'
import { evm } from '../evm/family.ts'
import { bindingOf, holderOf, issueChallenge, readSignedMessage } from './challenge.ts'
import { readToken } from './challenge-token.ts'
import { proofHash, spendChallenge } from './spend-challenge.ts'

const START = Date.parse('2026-11-15T10:00:00.000Z')
const config = { origin: 'http://localhost:3000', domain: 'localhost:3000', ownerWallets: [] }
const clock = { now: START }
const store = { lookUp: async ({ read }: LookUp<unknown>) => read({ settings: null, owner: null }) }
const keys = deriveKeys(Buffer.alloc(32, 1))
const contextParts = { config, store, keys, now: () => clock.now, random: randomBytes }
const context = contextParts as unknown as Context // messages are read without the rest of it

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const signature = `0x${'aB'.repeat(65)}`
const browser = 'cookie'
const challengeRequest = { purpose: 'sign_in' as Purpose, browser, instanceName: 'Countersign' }

type ProofOptions = { change?: Partial<Message>; proof?: Partial<Proof>; oneStep?: boolean; chainId?: number }

/** A proof for a challenge, with what the wallet or somebody else changed. */
function createProof(
  challenge = issueChallenge(context, challengeRequest),
  { change, proof, oneStep, chainId = 1 }: ProofOptions = {},
): Proof {
  return {
    namespace: 'eip155',
    challenge: challenge.token,
    account: `eip155:${chainId}:${address}`,
    message: writeMessage({
      ...messageFor(challenge, { namespace: 'eip155', chain: String(chainId), address }),
      ...change,
    }),
    signature,
    ...(oneStep ? { mode: 'one_step' } : {}),
    ...proof,
  }
}

type Session = { id: string; person: { id: string } }
type ReadOptions = { purpose?: Purpose; from?: string | undefined; at?: number; by?: Context; session?: Session }

async function read(proof: Proof, options: ReadOptions = {}) {
  const { purpose = 'sign_in', at = START, by = context } = options
  clock.now = at
  try {
    const { session } = options
    const from = 'from' in options ? options.from : browser
    return await readSignedMessage(by, { proof, purpose, browser: from, ...(session ? { session } : {}) })
  } finally {
    clock.now = START
  }
}

const expectRejected = (code: ErrorCode, proof: Proof, options?: ReadOptions) =>
  assert.rejects(read(proof, options), (error) => error instanceof AppError && error.code === code)

describe('issueChallenge', () => {
  test('binds the challenge to the site, the browser and ten minutes', async () => {
    const { token, id, nonce, ...fields } = issueChallenge(context, challengeRequest)
    assert.deepEqual(fields, {
      purpose: 'sign_in',
      domain: 'localhost:3000',
      uri: 'http://localhost:3000',
      statement:
        'Sign in to Countersign. Signing is free and does not send a transaction or give access to your funds.',
      issuedAt: '2026-11-15T10:00:00.000Z',
      expiresAt: '2026-11-15T10:10:00.000Z',
      boundTo: null,
    })
    assert.match(id, /^chl_/)
    assert.deepEqual(readToken(context, token), {
      token,
      id,
      nonce,
      ...fields,
      browser: bindingOf(browser),
      holder: null,
    })
    assert.equal(bindingOf(browser), sha256(browser).toString('base64url'))
  })

  test('names the action of a step-up in the statement', async () => {
    const action = { boundTo: 'wallet.remove:wal_1', subject: 'remove a wallet' }
    const challenge = issueChallenge(context, { ...challengeRequest, purpose: 'step_up', ...action })
    assert.equal(challenge.boundTo, 'wallet.remove:wal_1')
    assert.match(challenge.statement, /: remove a wallet\./)
    assert.equal('proofFor' in challenge, false)
  })

  test('names the app a proof is for', async () => {
    const proofFor = { clientId: 'app', nonceHash: 'x'.repeat(43) }
    const challenge = issueChallenge(context, { ...challengeRequest, purpose: 'app_proof', proofFor })
    assert.deepEqual(challenge.proofFor, proofFor)
    assert.deepEqual((await read(createProof(challenge), { purpose: 'app_proof' })).message.proofFor, proofFor)
  })
})

describe('readSignedMessage', () => {
  test('accepts a challenge of a session from that session and person only', async () => {
    const session = { id: 'ses_1', person: { id: 'per_1' } }
    const action = { boundTo: 'recovery.drop', subject: 'delete the recovery codes' }
    const challenge = issueChallenge(context, {
      ...challengeRequest,
      purpose: 'step_up',
      ...action,
      holder: holderOf(session),
    })
    const proof = createProof(challenge)
    assert.equal((await read(proof, { purpose: 'step_up', session })).challenge.boundTo, 'recovery.drop')
    for (const other of [
      { id: 'ses_2', person: { id: 'per_1' } },
      { id: 'ses_1', person: { id: 'per_2' } },
    ])
      await expectRejected('challenge_other_browser', proof, { purpose: 'step_up', session: other })
    await expectRejected('challenge_other_browser', proof, { purpose: 'step_up' })
    const unbound = issueChallenge(context, { ...challengeRequest, purpose: 'step_up', ...action })
    await expectRejected('challenge_other_browser', createProof(unbound), { purpose: 'step_up', session })
  })

  test('returns the fields of the proof', async () => {
    const challenge = issueChallenge(context, challengeRequest)
    const proof = createProof(challenge)
    assert.deepEqual(await read(proof), {
      challenge: { ...challenge, browser: bindingOf(browser), holder: null },
      message: messageFor(challenge, { namespace: 'eip155', chain: '1', address }),
      chain: '1',
      text: proof.message,
      signature,
      envelope: undefined,
      family: evm,
    })
  })

  test('rejects a challenge that this server did not issue', async () => {
    await expectRejected('challenge_unknown', createProof(undefined, { proof: { challenge: 'x' } }))
    await expectRejected('challenge_unknown', createProof(undefined, { change: { requestId: 'chl_other' } }))
    await expectRejected('challenge_unknown', createProof(undefined, { change: { requestId: undefined } }))
  })

  test('rejects a challenge that was issued for another purpose', async () => {
    await expectRejected('purpose_not_allowed', createProof(), { purpose: 'step_up' })
  })

  test('rejects a message written by the wallet where the statement is required', async () => {
    const challenge = issueChallenge(context, { ...challengeRequest, purpose: 'step_up' })
    await expectRejected('purpose_not_allowed', createProof(challenge, { oneStep: true }), { purpose: 'step_up' })
    assert.equal((await read(createProof(challenge), { purpose: 'step_up' })).signature, signature)
  })

  test('rejects a challenge that belongs to another browser', async () => {
    await expectRejected('challenge_other_browser', createProof(), { from: 'another' })
    await expectRejected('challenge_other_browser', createProof(), { from: undefined })
  })

  test('rejects a challenge from the moment it expires', async () => {
    assert.equal((await read(createProof(), { at: START + CHALLENGE_TTL_MS - 1 })).signature, signature)
    await expectRejected('challenge_expired', createProof(), { at: START + CHALLENGE_TTL_MS })
    await expectRejected(
      'challenge_expired',
      createProof(undefined, { change: { expirationTime: '2026-11-15T10:11:00.000Z' } }),
    )
  })

  test('rejects a message for another site', async () => {
    await expectRejected('domain_mismatch', createProof(undefined, { change: { domain: 'evil.example' } }))
    await expectRejected('domain_mismatch', createProof(undefined, { change: { uri: 'http://evil.example' } }))
  })

  test('rejects a challenge issued before PUBLIC_URL changed', async () => {
    const moved = { ...context, config: { ...context.config, domain: 'id.example' } }
    await expectRejected('domain_mismatch', createProof(), { by: moved })
    const secured = { ...context, config: { ...context.config, origin: 'https://localhost:3000' } }
    await expectRejected('domain_mismatch', createProof(), { by: secured })
  })

  test('rejects a message with another statement, nonce or time', async () => {
    await expectRejected('statement_mismatch', createProof(undefined, { change: { statement: 'Other.' } }))
    await expectRejected('statement_mismatch', createProof(undefined, { change: { statement: undefined } }))
    await expectRejected('nonce_mismatch', createProof(undefined, { change: { nonce: 'a'.repeat(24) } }))
    await expectRejected('nonce_mismatch', createProof(undefined, { change: { nonce: 'a'.repeat(25) } }))
    await expectRejected(
      'message_malformed',
      createProof(undefined, { change: { issuedAt: '2026-11-15T10:00:01.000Z' } }),
    )
  })

  test('rejects a message for another account than the proof names, with a specific error', async () => {
    const detail = 'The account in the message does not match the proof.'
    for (const account of [`eip155:1:0x${'11'.repeat(20)}`, `eip155:2:${address}`, `eip155:1:${address.toLowerCase()}`])
      await assert.rejects(read(createProof(undefined, { proof: { account } })), {
        code: 'message_malformed',
        detail,
      })
  })

  test('rejects Resources that the challenge does not have', async () => {
    const proofFor = { clientId: 'app', nonceHash: 'x'.repeat(43) }
    await expectRejected('message_malformed', createProof(undefined, { change: { proofFor } }))
  })
})

describe('readSignedMessage of a message written by the wallet', () => {
  const issuedAfter = (offset: number) => ({ issuedAt: new Date(START + offset).toISOString() })

  test('accepts a message without statement, expiry and request id', async () => {
    const change = { statement: undefined, expirationTime: undefined, requestId: undefined }
    for (const [name, value] of Object.entries(change)) {
      const { message } = await read(createProof(undefined, { oneStep: true, change: { [name]: value } }))
      assert.equal(message[name as keyof Message], undefined)
    }
    assert.equal((await read(createProof(undefined, { oneStep: true, change }))).message.requestId, undefined)
  })

  test('rejects another statement, expiry or request id', async () => {
    const rows: [ErrorCode, Partial<Message>][] = [
      ['statement_mismatch', { statement: 'Other.' }],
      ['challenge_expired', { expirationTime: '2026-11-15T10:11:00.000Z' }],
      ['challenge_unknown', { requestId: 'chl_other' }],
    ]
    for (const [code, change] of rows) await expectRejected(code, createProof(undefined, { oneStep: true, change }))
  })

  test('accepts a clock that is off by up to five minutes', async () => {
    for (const offset of [0, ONE_STEP_SKEW_MS, -ONE_STEP_SKEW_MS])
      assert.equal(
        (await read(createProof(undefined, { oneStep: true, change: issuedAfter(offset) }))).message.issuedAt,
        issuedAfter(offset).issuedAt,
      )
    for (const offset of [ONE_STEP_SKEW_MS + 1, -ONE_STEP_SKEW_MS - 1])
      await expectRejected('message_malformed', createProof(undefined, { oneStep: true, change: issuedAfter(offset) }))
  })

  test('accepts the issue time of the challenge at any time before it expires', async () => {
    const late = START + CHALLENGE_TTL_MS - 1
    assert.equal(
      (await read(createProof(undefined, { oneStep: true }), { at: late })).message.issuedAt,
      issuedAfter(0).issuedAt,
    )
  })

  test('rejects the message once the challenge has expired', async () => {
    const change = { expirationTime: undefined }
    await expectRejected('challenge_expired', createProof(undefined, { oneStep: true, change }), {
      at: START + CHALLENGE_TTL_MS,
    })
  })
})

describe('readSignedMessage of every chain family', () => {
  const accounts: Account[] = [
    { namespace: 'eip155', chain: '1', address },
    { namespace: 'solana', chain: SOLANA_MAINNET, address: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8' },
    { namespace: 'bip122', chain: BITCOIN_MAINNET, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  ]

  /** What a wallet of the account would send. */
  function createFamilyProof(
    account: Account,
    { change = {}, proof = {}, purpose = 'sign_in' }: FamilyChanges = {},
  ): Proof {
    const challenge = issueChallenge(context, { ...challengeRequest, purpose })
    const message = writeMessage({ ...messageFor(challenge, account), ...change })
    const { namespace } = account
    return { namespace, challenge: challenge.token, account: formatAccount(account), message, signature, ...proof }
  }

  /** The server with only these families allowed. */
  function allowing(...allowed: Namespace[]): Context {
    const settings = JSON.stringify({ namespaces: allowed })
    const lookUp = async ({ read }: LookUp<unknown>) => read({ settings, owner: null })
    return { ...contextParts, store: { lookUp } } as unknown as Context // as above
  }

  for (const account of accounts) {
    const { namespace, chain } = account

    test(`accepts an account of ${namespace}`, async () => {
      const signed = await read(createFamilyProof(account))
      assert.deepEqual(
        [signed.family.namespace, signed.chain, signed.message.address],
        [namespace, chain, account.address],
      )
    })

    test(`rejects ${namespace} where the operator does not allow it, except from wallets that are linked`, async () => {
      const others = accounts.map((each) => each.namespace).filter((each) => each !== namespace)
      for (const purpose of ['sign_in', 'setup', 'link_wallet', 'recover'] as const) {
        const proof = createFamilyProof(account, { purpose })
        await expectRejected('family_not_allowed', proof, { purpose, by: allowing(...others) })
        assert.equal((await read(proof, { purpose, by: allowing(namespace) })).chain, chain)
      }
      for (const purpose of ['step_up', 'app_proof'] as const) {
        const proof = createFamilyProof(account, { purpose })
        assert.equal((await read(proof, { purpose, by: allowing(...others) })).chain, chain)
      }
    })

    test(`rejects a proof of ${namespace} that names another family`, async () => {
      for (const other of accounts.filter((each) => each.namespace !== namespace)) {
        const named = createFamilyProof(account, { proof: { namespace: other.namespace } })
        await expectRejected('message_malformed', named)
        await expectRejected('message_malformed', { ...named, account: formatAccount(other) })
        const renamed = createFamilyProof(account, { proof: { account: formatAccount(other) } })
        await expectRejected('message_malformed', renamed)
      }
    })

    test(`rejects an account of ${namespace} that cannot be read`, async () => {
      for (const text of ['', 'x', namespace, `${namespace}:${chain}`, `other:${chain}:${account.address}`])
        await expectRejected('message_malformed', createFamilyProof(account, { proof: { account: text } }))
    })
  }

  test('rejects networks other than the main ones of Solana and Bitcoin', async () => {
    for (const account of accounts.slice(1)) {
      await expectRejected('network_unsupported', createFamilyProof(account, { change: { chainId: 'testnet' } }))
      const elsewhere = formatAccount({ ...account, chain: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
      await expectRejected('network_unsupported', createFamilyProof(account, { proof: { account: elsewhere } }))
      const otherAddress = formatAccount({ ...account, address: address.slice(2) })
      await expectRejected('message_malformed', createFamilyProof(account, { proof: { account: otherAddress } }))
    }
  })

  test('rejects chains of Ethereum that do not exist', async () => {
    for (const chain of ['0', '01', '9007199254740993', '1e3', '-1']) {
      const account = { namespace: 'eip155', chain, address } as const
      await expectRejected('message_malformed', createFamilyProof(account))
    }
    const largest = { namespace: 'eip155', chain: '9007199254740991', address } as const
    assert.equal((await read(createFamilyProof(largest))).chain, '9007199254740991')
  })
})

type FamilyChanges = { change?: Partial<Message>; proof?: Partial<Proof>; purpose?: Purpose }

describe('spendChallenge', async () => {
  const signed = { ...(await read(createProof())), text: 'text' }

  function spendWithRows(changed: number) {
    const values: unknown[][] = []
    const run = async (_: unknown, ...parameters: unknown[]) => {
      values.push(parameters)
      return changed
    }
    const queries = { run } as unknown as Queries // it writes one row and reads nothing
    return {
      values,
      done: spendChallenge(context, queries, { verified: { signed, count: () => {} }, sessionId: 'ses_1' }),
    }
  }

  test('stores hashes of the nonce and the proof until the challenge expires', async () => {
    const { values, done } = spendWithRows(1)
    await done
    const nonceHash = sha256(signed.challenge.nonce)
    assert.deepEqual(values, [[nonceHash, proofHash(signed), 'ses_1', START, START + CHALLENGE_TTL_MS]])
  })

  test('rejects a challenge that was already used', async () => {
    await assert.rejects(spendWithRows(0).done, { code: 'challenge_used' })
  })

  test('identifies a proof by its message and its signature, ignoring case', async () => {
    assert.deepEqual(proofHash(signed), sha256(`text\n0x${'ab'.repeat(65)}`))
  })
})
