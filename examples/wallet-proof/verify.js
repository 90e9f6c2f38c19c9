/**
 * Verifies the `wallet_proof` claim of an ID token: the wallet itself signed, for this app and this sign-in, so the
 * provider can neither forge nor replay it. Needs no network. Validate the ID token first, as always. Each chain family
 * is one file, loaded for the first wallet of that family: ethereum.js needs viem, the others @noble/curves and
 * @scure/base.
 */

import { createHash } from 'node:crypto'

const FAMILIES = {
  eip155: {
    name: 'Ethereum',
    chain: '[0-9]+',
    address: '0x[0-9a-fA-F]{40}',
    chainId: '[1-9][0-9]*',
    load: () => import('./ethereum.js'),
  },
  solana: {
    name: 'Solana',
    chain: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: '[1-9A-HJ-NP-Za-km-z]{32,44}',
    chainId: 'mainnet',
    load: () => import('./solana.js'),
  },
  bip122: {
    name: 'Bitcoin',
    chain: '000000000019d6689c085ae165831e93',
    address: '[a-zA-Z0-9]{14,90}',
    chainId: 'mainnet',
    load: () => import('./bitcoin.js'),
  },
}

/** Allowed clock skew. */
const SKEW_MS = 60_000

/**
 * @param {{ message: string, signature: string, envelope?: string }} proof the `wallet_proof` claim
 * @param {object} expected
 * @param {string} expected.issuer the `iss` of the ID token, as configured in your app
 * @param {string} expected.clientId the client ID of your app
 * @param {string} expected.nonce the nonce your app sent with this sign-in
 * @param {string} expected.wallet the `wallet` claim of the same ID token, `eip155:0:0x…`, `solana:…` or `bip122:…`
 * @param {number} [expected.now]
 * @param {(asked: { address: string, chainId: number, message: string, signature: string }) => Promise<boolean>} [expected.askContract]
 *   verifies signatures of contract wallets through your own node; without it they are rejected.
 * @param {(asked: { address: string, message: string, signature: string }) => Promise<boolean>} [expected.askBitcoin]
 *   verifies BIP-322 signatures of addresses that bitcoin.js does not support; without it they are rejected.
 * @returns {Promise<{ address: string, signedAt: Date }>}
 */
export async function verifyWalletProof(proof, expected) {
  const [namespace, chain, address] = String(expected.wallet).split(':')
  const family = Object.hasOwn(FAMILIES, namespace) ? FAMILIES[namespace] : undefined
  require(family !== undefined && new RegExp(`^${family.chain}$`).test(chain), 'a wallet of an unknown chain')
  const fields = textOf(family).exec(proof?.message ?? '')?.groups
  if (!fields) throw new Error('wallet_proof: not a message of this form')
  const { origin, host } = new URL(expected.issuer)
  const now = expected.now ?? Date.now()
  require(fields.domain === host && fields.uri === origin, 'signed for another provider')
  require(fields.clientId === expected.clientId, 'signed for another app')
  require(fields.nonceHash === hashOf(expected.nonce), 'signed for another sign-in')
  require(Date.parse(fields.issuedAt) <= now + SKEW_MS, 'signed in the future')
  require(Date.parse(fields.expiresAt) > now - SKEW_MS, 'too old')
  require(fields.address === address, 'signed by another wallet')
  const { isSignedBy } = await family.load()
  const asked = { ...proof, address, chain, chainId: fields.chainId }
  require(await isSignedBy(asked, expected), 'the signature is not by this wallet')
  return { address, signedAt: new Date(fields.issuedAt) }
}

function textOf({ name, address, chainId }) {
  return new RegExp(
    [
      `^(?<domain>[^\\n ]+) wants you to sign in with your ${name} account:`,
      `(?<address>${address})`,
      '',
      '(?<statement>[^\\n]+)',
      '',
      'URI: (?<uri>[^\\n]+)',
      'Version: 1',
      `Chain ID: (?<chainId>${chainId})`,
      'Nonce: [A-Za-z0-9]+',
      'Issued At: (?<issuedAt>[^\\n]+)',
      'Expiration Time: (?<expiresAt>[^\\n]+)',
      'Request ID: [^\\n]+',
      'Resources:',
      '- urn:countersign:app:(?<clientId>[A-Za-z0-9_-]+)',
      '- urn:countersign:nonce:(?<nonceHash>[A-Za-z0-9_-]{43})$',
    ].join('\n'),
  )
}

function hashOf(nonce) {
  return createHash('sha256').update(nonce).digest('base64url')
}

function require(holds, otherwise) {
  if (!holds) throw new Error(`wallet_proof: ${otherwise}`)
}
