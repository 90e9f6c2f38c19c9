/** The demo wallet on Solana and Bitcoin: one Wallet Standard wallet. */

import { createProviderError } from '../evm/provider.ts'
import { confirm, type DemoContext } from './demo-context.ts'
import type { FamilyKey } from './family-keys.ts'
import { wrapText, writeSignIn } from './solana-sign-in.ts'

export type StandardWallet = ReturnType<typeof createStandardWallet>

type Family = 'solana' | 'bip122'
type Derive = typeof import('./family-keys.ts').deriveKeys
type StandardAccount = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
type Change = (properties: { accounts: StandardAccount[] }) => void

const CHAINS: Record<Family, string> = { solana: 'solana:mainnet', bip122: 'bitcoin:mainnet' }
const SIGNING: Record<Family, string[]> = {
  solana: ['solana:signIn', 'solana:signMessage'],
  bip122: ['bitcoin:signMessage'],
}

export function createStandardWallet(context: DemoContext, { name, icon }: { name: string; icon: string }) {
  const holder = createKeyHolder(context)
  const { connect, disconnect, sign, on } = holder
  const version = '1.0.0'
  return {
    version,
    name,
    icon,
    chains: Object.values(CHAINS),
    features: {
      'standard:connect': { version, connect: (input?: { silent?: boolean }) => connect('solana', input) },
      'standard:disconnect': { version, disconnect: async () => disconnect('solana') },
      'standard:events': { version, on },
      'solana:signIn': {
        version: '1.1.0',
        signIn: async (input: Record<string, unknown> = {}) => [await holder.signIn(input)],
      },
      'solana:signMessage': { version, signMessage: async (input: SigningInput) => [await sign('solana', input)] },
      'bitcoin:connect': { version, connect: (input?: { silent?: boolean }) => connect('bip122', input) },
      'bitcoin:disconnect': { version, disconnect: async () => disconnect('bip122') },
      'bitcoin:events': { version, on },
      'bitcoin:signMessage': { version, signMessage: async (input: SigningInput) => [await sign('bip122', input)] },
    },
    get accounts() {
      return holder.accounts()
    },
    /** Derives the keys of a family that is permitted, so that its accounts are known without a request. */
    ready: holder.ready,
  }
}

type SigningInput = { account?: { address?: unknown }; message?: unknown }
type Signed = { signedMessage: Uint8Array; signature: Uint8Array }

function createKeyHolder(context: DemoContext) {
  const { keyring } = context
  const listeners = new Set<Change>()
  let derive: Derive | undefined
  const load = async (): Promise<Derive> => {
    derive ??= (await import('./family-keys.ts')).deriveKeys
    return derive
  }
  const keysOf = (family: Family): FamilyKey[] => {
    const deriveKeys = derive?.[family]
    return deriveKeys ? keyring.keys().flatMap((key) => deriveKeys(key)) : []
  }
  const share = (family: Family) =>
    keyring.isPermitted(family) ? keysOf(family).map((key) => describeAccount(family, key)) : []
  const accounts = () => [...share('solana'), ...share('bip122')]
  const emit = () => {
    for (const listener of [...listeners]) listener({ accounts: accounts() })
  }
  const currentAddress = (family: Family) => keysOf(family)[0]?.address ?? ''
  const permit = (family: Family, allowed: boolean) => {
    keyring.permit(family, allowed)
    emit()
  }
  keyring.onChange(emit)

  return {
    accounts,
    async ready() {
      if (keyring.isPermitted('solana') || keyring.isPermitted('bip122')) await load()
    },
    on(event: string, listener: Change) {
      if (event === 'change') listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async connect(family: Family, input: { silent?: boolean } | undefined) {
      await load()
      if (input?.silent) return { accounts: share(family) }
      await confirm(context, { namespace: family, account: () => currentAddress(family) })
      permit(family, true)
      return { accounts: share(family) }
    },
    disconnect: (family: Family) => permit(family, false),
    async sign(family: Family, { account, message }: SigningInput): Promise<Signed> {
      await load()
      const key = keysOf(family).find(({ address }) => address === account?.address)
      if (!key || !keyring.isPermitted(family)) throw createProviderError(4100, 'This site may not use that account.')
      const signing = { address: key.address, message: readText(message) }
      await confirm(context, { namespace: family, account: () => key.address, signing })
      const signedMessage = new TextEncoder().encode(signing.message)
      return { signedMessage, signature: key.sign(signedMessage) }
    },
    /** Connects and signs in one prompt. */
    async signIn(input: Record<string, unknown>) {
      await load()
      const keys = keysOf('solana')
      const key = keys.find(({ address }) => address === input.address) ?? keys[0]
      if (!key) throw createProviderError(-32603, 'The demo wallet has no account.')
      const message = writeSignIn({ domain: new URL(context.env.origin).host, ...input, address: key.address })
      const signing = { address: key.address, message }
      await confirm(context, { namespace: 'solana', account: () => key.address, signing })
      const wrapped = wrapText(message, { signer: key.publicKey, config: input.useOffchainMessage })
      permit('solana', true)
      const signature = key.sign(wrapped.signedMessage)
      return { account: describeAccount('solana', key), signature, ...wrapped }
    },
  }
}

function describeAccount(family: Family, { address, publicKey }: FamilyKey): StandardAccount {
  return { address, publicKey, chains: [CHAINS[family]], features: SIGNING[family] }
}

function readText(message: unknown): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(message as Uint8Array) // throws for anything else
  } catch {
    throw createProviderError(-32602, 'The demo wallet signs texts only.')
  }
}
