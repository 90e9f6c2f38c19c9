/** A Solana wallet of Wallet Standard, for tests in process. It signs with real keys and counts its prompts. */

import { buildEnvelopeV0, buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'
import { readStandardWallet, type StandardWallet } from '../../../web/src/wallet/wallet-standard/standard-wallet.ts'
import type { SolanaAccount } from '../families/solana.ts'

export type Prompt =
  | 'connect'
  | 'signIn'
  | 'signIn offchain'
  | 'signOffchainMessage'
  | 'signMessage envelope'
  | 'signMessage text'

export type SolanaScript = {
  accounts: SolanaAccount[]
  name?: string
  /** Of `solana:signIn`; without it, the wallet has no such feature. */
  signIn?: '1.0.0' | '1.1.0'
  offchain?: boolean
  /** True unless given. */
  signMessage?: boolean
  /** Signs off-chain messages only. */
  ledger?: boolean
  /** Puts texts into an off-chain message of this version, and returns the text as what it signed. */
  wraps?: 0 | 1
  /** The accounts are shared before the first prompt. */
  shared?: boolean
  chains?: string[]
  accountFeatures?: string[]
  /** Changes the text that `solana:signIn` writes, or that `solana:signMessage` signs. */
  writes?: (text: string) => string
  changes?: (text: string) => string
  /** As MetaMask 13.4: a connected wallet answers `standard:connect` without a prompt, and `solana:signIn` connects first. */
  metaMask?: true
  /** By prompt; others are approved. */
  answers?: Partial<Record<Prompt, () => unknown>>
}

export const LEDGER_ERROR = 'Signing off-chain messages with Ledger is not yet supported.'

type Input = {
  account: { address: string }
  message: Uint8Array & string
  useOffchainMessage?: object
  address?: string
  requiredSigners: Uint8Array[]
}

export function fakeSolanaWallet(script: SolanaScript) {
  const prompts: Prompt[] = []
  const inputs: object[] = []
  const listeners = new Set<(change: object) => void>()
  const chains = script.chains ?? ['solana:mainnet', 'solana:devnet']
  let keys = script.accounts
  let silentConnects = 0
  const handles = () => keys.map(toHandle)
  const toHandle = ({ address, publicKey }: SolanaAccount) => ({
    ...{ address, publicKey: new Uint8Array(publicKey), chains },
    features: script.accountFeatures ?? ['solana:signMessage', 'solana:signOffchainMessage'],
  })

  const wallet = {
    version: '1.0.0',
    name: script.name ?? 'Phantom',
    icon: 'data:image/svg+xml;base64,PHN2Zy8+',
    chains,
    accounts: script.shared ? handles() : [],
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => share([]) },
      'standard:events': {
        version: '1.0.0',
        on(_: 'change', listener: (change: object) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...(script.signIn ? { 'solana:signIn': { version: script.signIn, signIn } } : {}),
      ...(script.offchain
        ? { 'solana:signOffchainMessage': { version: '1.0.0', supportedMessageVersions: [1], signOffchainMessage } }
        : {}),
      ...(script.signMessage === false ? {} : { 'solana:signMessage': { version: '1.1.0', signMessage } }),
    },
  }

  async function prompt(name: Prompt, input: object = {}): Promise<void> {
    prompts.push(name)
    inputs.push(input)
    await script.answers?.[name]?.()
  }

  function share(accounts: ReturnType<typeof handles>) {
    wallet.accounts = accounts
    for (const listener of listeners) listener({ accounts })
  }

  async function connect(input?: { silent?: boolean }) {
    if (input?.silent) silentConnects++
    else if (!script.metaMask || wallet.accounts.length === 0) {
      await prompt('connect')
      share(handles())
    }
    return { accounts: wallet.accounts }
  }

  function keyOf(address: string | undefined): SolanaAccount {
    const key = keys.find((each) => each.address === address) ?? keys[0]
    if (!key) throw new Error('The wallet has no account.')
    return key
  }

  async function signIn(input: Input) {
    if (script.metaMask) await connect()
    await prompt(input.useOffchainMessage ? 'signIn offchain' : 'signIn', input)
    if (wallet.accounts.length === 0) share(handles())
    const key = keyOf(input.address)
    const written = writeSignIn({ ...input, address: key.address })
    const text = script.writes ? script.writes(written) : written
    const bytes = input.useOffchainMessage
      ? buildEnvelopeV1({ signer: key.publicKey, text })
      : new TextEncoder().encode(text)
    const format = { kind: 'offchainMessage', messageVersion: 1 }
    return [
      {
        ...{ account: toHandle(key), ...signBytes(key, bytes) },
        ...(input.useOffchainMessage ? { signedMessageFormat: format } : {}),
      },
    ]
  }

  async function signOffchainMessage(input: Input) {
    await prompt('signOffchainMessage', input)
    const key = keyOf(input.account.address)
    const signer = input.requiredSigners[0] ?? new Uint8Array()
    const { signedMessage, signature } = signBytes(key, buildEnvelopeV1({ signer, text: input.message }))
    return [{ signedOffchainMessage: signedMessage, signature }]
  }

  async function signMessage(input: Input) {
    const isEnvelope = input.message[0] === 0xff
    await prompt(isEnvelope ? 'signMessage envelope' : 'signMessage text', input)
    const { changes } = script
    const text = () => new TextDecoder().decode(input.message)
    return [
      signBytes(keyOf(input.account.address), changes ? new TextEncoder().encode(changes(text())) : input.message),
    ]
  }

  function signBytes(key: SolanaAccount, bytes: Uint8Array) {
    const isEnvelope = bytes[0] === 0xff
    if (script.ledger && !isEnvelope) throw new Error(LEDGER_ERROR)
    const build = { 0: buildEnvelopeV0, 1: buildEnvelopeV1 }
    const wraps = script.wraps !== undefined && !isEnvelope ? build[script.wraps] : undefined
    const signed = wraps ? wraps({ signer: key.publicKey, text: new TextDecoder().decode(bytes) }) : bytes
    return { signedMessage: bytes, signature: new Uint8Array(Buffer.from(key.signBytes(signed), 'base64')) }
  }

  return {
    wallet,
    /** In order. */
    prompts,
    /** Of each prompt. */
    inputs,
    silentConnects: () => silentConnects,
    answer(name: Prompt, answer: () => unknown) {
      script.answers = { ...script.answers, [name]: answer }
    },
    switchAccounts(accounts: SolanaAccount[]) {
      keys = accounts
      share(handles())
    },
    /** Without an event. */
    lock() {
      wallet.accounts = []
    },
    emit(change: object) {
      for (const listener of listeners) listener(change)
    },
  }
}

export function standardWallet(wallet: object): StandardWallet {
  const read = readStandardWallet(wallet)
  if (!read) throw new Error('The wallet has no name.')
  return read
}

/** As in the reference implementation: a field that is not given is omitted. */
function writeSignIn(input: Partial<Record<string, unknown>>): string {
  const line = (label: string, value: unknown) => (value === undefined ? [] : [`${label}: ${value}`])
  const resources = Array.isArray(input.resources) ? ['Resources:', ...input.resources.map((each) => `- ${each}`)] : []
  const lines = [
    ...line('URI', input.uri),
    ...line('Version', input.version),
    ...line('Chain ID', input.chainId),
    ...line('Nonce', input.nonce),
    ...line('Issued At', input.issuedAt),
    ...line('Expiration Time', input.expirationTime),
    ...line('Request ID', input.requestId),
    ...resources,
  ]
  const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`
  const statement = input.statement === undefined ? '' : `\n\n${input.statement}`
  return `${head}${statement}\n\n${lines.join('\n')}`
}
