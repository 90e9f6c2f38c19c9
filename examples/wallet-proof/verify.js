/**
 * Verifies the `wallet_proof` claim of an ID token: the wallet itself signed, for this app and this sign-in, so the
 * provider can neither forge nor replay it. Needs viem and no network. Validate the ID token first, as always.
 */

import { createHash } from 'node:crypto'
import { getAddress, recoverMessageAddress } from 'viem'

const TEXT = new RegExp(
  [
    '^(?<domain>[^\\n ]+) wants you to sign in with your Ethereum account:',
    '(?<address>0x[0-9a-fA-F]{40})',
    '',
    '(?<statement>[^\\n]+)',
    '',
    'URI: (?<uri>[^\\n]+)',
    'Version: 1',
    'Chain ID: (?<chainId>[1-9][0-9]*)',
    'Nonce: [A-Za-z0-9]+',
    'Issued At: (?<issuedAt>[^\\n]+)',
    'Expiration Time: (?<expiresAt>[^\\n]+)',
    'Request ID: [^\\n]+',
    'Resources:',
    '- urn:countersign:app:(?<clientId>[A-Za-z0-9_-]+)',
    '- urn:countersign:nonce:(?<nonceHash>[A-Za-z0-9_-]{43})$',
  ].join('\n'),
)

/** Allowed clock skew. */
const SKEW_MS = 60_000

/**
 * @param {{ message: string, signature: string }} proof the `wallet_proof` claim
 * @param {object} expected
 * @param {string} expected.issuer the `iss` of the ID token, as configured in your app
 * @param {string} expected.clientId the client ID of your app
 * @param {string} expected.nonce the nonce your app sent with this sign-in
 * @param {string} expected.wallet the `wallet` claim of the same ID token, `eip155:0:0x…`
 * @param {number} [expected.now]
 * @param {(asked: { address: string, chainId: number, message: string, signature: string }) => Promise<boolean>} [expected.askContract]
 *   verifies signatures of contract wallets through your own node; without it they are rejected.
 * @returns {Promise<{ address: string, signedAt: Date }>}
 */
export async function verifyWalletProof(proof, expected) {
  const fields = TEXT.exec(proof?.message ?? '')?.groups
  if (!fields) throw new Error('wallet_proof: not a message of this form')
  const { origin, host } = new URL(expected.issuer)
  const now = expected.now ?? Date.now()
  const [, chain, address] = /^eip155:([0-9]+):(0x[0-9a-fA-F]{40})$/.exec(expected.wallet) ?? []
  require(fields.domain === host && fields.uri === origin, 'signed for another provider')
  require(fields.clientId === expected.clientId, 'signed for another app')
  require(fields.nonceHash === hashOf(expected.nonce), 'signed for another sign-in')
  require(Date.parse(fields.issuedAt) <= now + SKEW_MS, 'signed in the future')
  require(Date.parse(fields.expiresAt) > now - SKEW_MS, 'too old')
  require(address !== undefined && getAddress(fields.address) === getAddress(address), 'signed by another wallet')
  const asked = { ...proof, address: getAddress(fields.address), chainId: Number(fields.chainId) }
  const signed = chain === '0' ? await isByKey(asked) : await isByContract(asked, chain, expected.askContract)
  require(signed, 'the signature is not by this wallet')
  return { address: asked.address, signedAt: new Date(fields.issuedAt) }
}

async function isByKey({ address, message, signature }) {
  return (await recoverMessageAddress({ message, signature }).catch(() => undefined)) === address
}

async function isByContract(asked, chain, askContract) {
  require(askContract !== undefined, 'this wallet is a contract, and askContract was not given')
  return String(asked.chainId) === chain && (await askContract(asked))
}

function hashOf(nonce) {
  return createHash('sha256').update(nonce).digest('base64url')
}

function require(holds, otherwise) {
  if (!holds) throw new Error(`wallet_proof: ${otherwise}`)
}
