/** The methods with which a Solana wallet can sign a message. */

import { buildEnvelopeV0 } from '@countersign/contract/family/solana-envelope.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { readMember } from '../untrusted.ts'
import {
  findMethod,
  readStandardAccounts,
  type StandardAccount,
  type StandardWallet,
} from '../wallet-standard/standard-wallet.ts'
import { filterMainnet } from './accounts.ts'
import { decodeAddress, readBytes } from './signed-bytes.ts'

/** `message` is our text for it. */
export type SigningAccount = { address: string; message: string; handle: StandardAccount | undefined }

export type Answer = {
  /** The signer, if the wallet chooses it. */
  address?: string | undefined
  signature: unknown
  signed: Uint8Array<ArrayBuffer> | undefined
}

export type SigningMethod = {
  name: 'signIn' | 'signInOffchain' | 'signOffchainMessage' | 'signEnvelope' | 'signText'
  /** What is signed: the bare text, which a Ledger does not sign, or an off-chain message that holds it. */
  form: 'text' | 'envelope'
  /** The wallet writes the text. */
  writes?: true
  run(): Promise<Answer>
}

/** In order of preference within each form. Features are read each time, because a wallet may change them. */
export function listSigningMethods(
  wallet: StandardWallet,
  challenge: Challenge,
  account: SigningAccount | undefined,
): SigningMethod[] {
  const signIn = findMethod(wallet, 'solana:signIn')
  const methods: SigningMethod[] = []
  if (signIn) {
    const fields = signInFields(challenge, account)
    const run = async (input: object) => readSignIn(wallet, await signIn(input))
    methods.push({ name: 'signIn', form: 'text', writes: true, run: () => run(fields) })
    const offchain = { ...fields, useOffchainMessage: { messageVersion: 1 } }
    if (isAtLeast11(wallet.feature('solana:signIn')))
      methods.push({ name: 'signInOffchain', form: 'envelope', writes: true, run: () => run(offchain) })
  }
  if (account) methods.push(...listAccountMethods(wallet, account))
  return methods
}

/** The input of `solana:signIn`, from which the wallet writes the same text as ours. */
function signInFields(challenge: Challenge, account: SigningAccount | undefined) {
  const { domain, statement, uri, nonce, issuedAt, expiresAt: expirationTime, id: requestId } = challenge
  const resources = account?.message.split('\nResources:\n- ')[1]?.split('\n- ')
  return {
    ...{ domain, statement, uri, version: '1', chainId: 'mainnet', nonce, issuedAt, expirationTime, requestId },
    ...(account ? { address: account.address } : {}),
    ...(resources ? { resources } : {}),
  }
}

function listAccountMethods(wallet: StandardWallet, { address, message, handle }: SigningAccount): SigningMethod[] {
  if (!handle) return []
  const { features, object: account } = handle
  const find = (feature: string) =>
    features.length === 0 || features.includes(feature) ? findMethod(wallet, feature) : undefined
  const methods: SigningMethod[] = []
  const offchain = find('solana:signOffchainMessage')
  const versions = readMember(wallet.feature('solana:signOffchainMessage'), 'supportedMessageVersions')
  if (offchain && Array.isArray(versions) && versions.includes(1)) {
    const run = async () => {
      const input = { messageVersion: 1, account, message, requiredSigners: [decodeAddress(address)] }
      const output = await offchain(input)
      const signed = readBytes(readMember(output, 'signedOffchainMessage'))
      return { signed, signature: readMember(output, 'signature') }
    }
    methods.push({ name: 'signOffchainMessage', form: 'envelope', run })
  }
  const signMessage = find('solana:signMessage')
  if (signMessage) {
    const text = new TextEncoder().encode(message)
    const run = async (bytes: Uint8Array) => {
      const output = await signMessage({ account, message: bytes })
      const signed = readBytes(readMember(output, 'signedMessage')) ?? Uint8Array.from(bytes)
      return { signed, signature: readMember(output, 'signature') }
    }
    const envelope = () => buildEnvelopeV0({ signer: decodeAddress(address), text: message })
    methods.push({ name: 'signEnvelope', form: 'envelope', run: async () => run(envelope()) })
    methods.push({ name: 'signText', form: 'text', run: () => run(text) })
  }
  return methods
}

function readSignIn(wallet: StandardWallet, output: unknown): Answer {
  const [address] = filterMainnet(wallet, readStandardAccounts([readMember(output, 'account')])).keys()
  const signed = readBytes(readMember(output, 'signedMessage'))
  return { address, signed, signature: readMember(output, 'signature') }
}

/** Version 1.1 added off-chain messages. */
function isAtLeast11(feature: unknown): boolean {
  const version = readMember(feature, 'version')
  return typeof version === 'string' && /^(?:1\.[1-9]|[2-9]|\d{2})/.test(version)
}
