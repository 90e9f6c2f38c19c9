/** Scripted wallets of Solana and Bitcoin in the browser of a test user, and the keys behind them. */

import assert from 'node:assert/strict'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import type { BrowserContext } from 'playwright-core'
import { type BitcoinAccount, newBitcoinAccount } from '../families/bitcoin.ts'
import { newSolanaAccount, type SolanaAccount } from '../families/solana.ts'
import type { FamilyWalletScript, ScriptedAccount } from '../wallets/family-script.ts'
import { writeFamilyWallet } from '../wallets/family-wallet.ts'

export type FamilyAccounts = {
  solana: SolanaAccount
  otherSolana: SolanaAccount
  /** P2WPKH. */
  bitcoin: BitcoinAccount
  otherBitcoin: BitcoinAccount
  /** P2TR. */
  ordinals: BitcoinAccount
  /** The bytes that wallets were asked to sign, in order. */
  signed: Buffer[]
}

export type FamilyWalletChoice = Omit<FamilyWalletScript, 'accounts' | 'shared' | 'signWith' | 'signsAs'> & {
  /** The keys it holds; the first of each family is shared. */
  holds: Holding[]
  /** Shares these instead. */
  shares?: Holding[]
  signsAs?: Holding
}

type Holding = Exclude<keyof FamilyAccounts, 'signed'>

const SOLANA_FEATURES = ['standard:connect', 'standard:disconnect', 'standard:events']
const BITCOIN_FEATURES = ['bitcoin:connect', 'bitcoin:disconnect', 'bitcoin:events', 'bitcoin:signMessage']
const SOLANA: Holding[] = ['solana', 'otherSolana']
const BITCOIN: Holding[] = ['bitcoin', 'otherBitcoin']

/** `solana:signIn` 1.1, and everything before it. */
export const BACKPACK: FamilyWalletChoice = {
  id: 'solana:Backpack',
  name: 'Backpack',
  kind: 'standard',
  holds: SOLANA,
  features: [...SOLANA_FEATURES, 'solana:signIn', 'solana:signMessage', 'solana:signOffchainMessage'],
  signIn: '1.1.0',
}

/** `solana:signIn` 1.0. */
export const SOLFLARE: FamilyWalletChoice = {
  id: 'solana:Solflare',
  name: 'Solflare',
  kind: 'standard',
  holds: SOLANA,
  features: [...SOLANA_FEATURES, 'solana:signIn', 'solana:signMessage'],
  signIn: '1.0.0',
}

/** Only `solana:signMessage`. */
export const GLOW: FamilyWalletChoice = {
  id: 'solana:Glow',
  name: 'Glow',
  kind: 'standard',
  holds: SOLANA,
  features: [...SOLANA_FEATURES, 'solana:signMessage'],
}

const NO_TEXT = { code: -32603, message: 'Your Ledger cannot sign this message.' }
/** A Ledger behind a wallet that signs off-chain messages on request. */
export const LEDGER_NEW: FamilyWalletChoice = {
  ...BACKPACK,
  id: 'solana:Ledger new',
  name: 'Ledger new',
  refusesText: NO_TEXT,
}
/** A Ledger behind a wallet that only passes bytes on. */
export const LEDGER_OLD: FamilyWalletChoice = {
  ...SOLFLARE,
  id: 'solana:Ledger old',
  name: 'Ledger old',
  refusesText: NO_TEXT,
}

/** MetaMask 13.4 registers it always. Its Ethereum part is a wallet with the same name and `io.metamask`. */
export const METAMASK_SOLANA: FamilyWalletChoice = {
  ...SOLFLARE,
  id: 'solana:MetaMask',
  name: 'MetaMask',
  metaMask: true,
}

/** Bitcoin by Wallet Standard, with a payment address only. */
export const METAMASK_BITCOIN: FamilyWalletChoice = {
  id: 'bip122:MetaMask',
  name: 'MetaMask',
  kind: 'standard',
  holds: BITCOIN,
  features: BITCOIN_FEATURES,
}

/** `btc_providers`, with a payment and an ordinals address. */
export const XVERSE: FamilyWalletChoice = {
  id: 'bip122:Xverse',
  name: 'Xverse',
  kind: 'btc_providers',
  holds: [...BITCOIN, 'ordinals'],
  shares: ['bitcoin', 'ordinals'],
}

export const UNISAT: FamilyWalletChoice = { id: 'bip122:UniSat', name: 'UniSat', kind: 'unisat', holds: BITCOIN }

/** Phantom also announces itself by EIP-6963: add a wallet with its name and `app.phantom`. */
export const PHANTOM = { name: 'Phantom', rdns: 'app.phantom' }
export const PHANTOM_FAMILIES: FamilyWalletChoice[] = [
  { ...SOLFLARE, id: 'solana:Phantom', name: 'Phantom' },
  { ...METAMASK_BITCOIN, id: 'bip122:Phantom', name: 'Phantom' },
]

const SIGNER = 'signFamilyForTest'

export function newFamilyAccounts(): FamilyAccounts {
  return {
    solana: newSolanaAccount(),
    otherSolana: newSolanaAccount(),
    bitcoin: newBitcoinAccount(),
    otherBitcoin: newBitcoinAccount(),
    ordinals: newBitcoinAccount('p2tr'),
    signed: [],
  }
}

/** `record` gets each text, without the envelope of an off-chain message. */
export async function installFamilyWallets(
  context: BrowserContext,
  accounts: FamilyAccounts,
  { choices, record }: { choices: FamilyWalletChoice[]; record(message: string): void },
): Promise<void> {
  await context.exposeFunction(SIGNER, async (namespace: string, address: string, base64: string) => {
    const bytes = Buffer.from(base64, 'base64')
    accounts.signed.push(bytes)
    record(bytes.subarray(textStart(bytes)).toString())
    return namespace === 'solana' ? signSolana(accounts, address, bytes) : signBitcoin(accounts, address, bytes)
  })
  for (const choice of choices) {
    const { holds, shares, signsAs, ...script } = choice
    const addressOf = (holding: Holding) => accounts[holding].address
    await context.addInitScript(
      writeFamilyWallet({
        ...script,
        accounts: holds.map((holding) => describeAccount(accounts[holding], holding)),
        ...(shares ? { shared: shares.map(addressOf) } : {}),
        ...(signsAs ? { signsAs: addressOf(signsAs) } : {}),
        signWith: SIGNER,
      }),
    )
  }
}

/** The text in an off-chain message begins after its header, which is longer in version 0. */
function textStart(bytes: Buffer): number {
  if (bytes[0] !== 0xff) return 0
  return bytes[16] === 0 ? 85 : 50
}

function signSolana({ solana, otherSolana }: FamilyAccounts, address: string, bytes: Buffer): string {
  const account = [solana, otherSolana].find((each) => each.address === address)
  assert.ok(account, `no key for ${address}`)
  return account.signBytes(bytes)
}

/** Without the prefix of BIP-322, as wallets do today. */
async function signBitcoin(accounts: FamilyAccounts, address: string, bytes: Buffer): Promise<string> {
  const { bitcoin, otherBitcoin, ordinals } = accounts
  const account = [bitcoin, otherBitcoin, ordinals].find((each) => each.address === address)
  assert.ok(account, `no key for ${address}`)
  const { signature } = await account.sign(bytes.toString())
  return signature.replace(/^smp/, '')
}

function describeAccount(account: SolanaAccount | BitcoinAccount, holding: Holding): ScriptedAccount {
  const { address } = account
  if ('key' in account) {
    const publicKey = Buffer.from(pubECDSA(account.key.privateKey)).toString('hex')
    return { namespace: 'bip122', address, publicKey, purpose: holding === 'ordinals' ? 'ordinals' : 'payment' }
  }
  return { namespace: 'solana', address, publicKey: account.publicKey.toString('hex') }
}
