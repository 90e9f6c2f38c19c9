import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

const PREFIX = Buffer.from('\xffsolana offchain', 'latin1')

/** The address is the key. Without `zip215: false`, keys of small order would accept forged signatures. */
export function isSignedBy({ address, message, signature, envelope }) {
  const key = Buffer.from(base58.decode(address))
  const signed = envelope === undefined ? Buffer.from(message) : Buffer.from(envelope, 'base64')
  if (key.length !== 32 || (envelope !== undefined && !holdsText(signed, key, Buffer.from(message)))) return false
  try {
    return ed25519.verify(Buffer.from(signature, 'base64'), signed, key, { zip215: false })
  } catch {
    return false
  }
}

/** Hardware wallets sign an off-chain message. It has to name one signer, the wallet, and hold exactly the text. */
function holdsText(envelope, key, text) {
  const one = Buffer.from([1])
  const version1 = Buffer.concat([PREFIX, one, one, key, text])
  if (envelope.equals(version1)) return true
  const [domainAt, formatAt] = [PREFIX.length + 1, PREFIX.length + 33]
  const length = Buffer.from([text.length & 0xff, text.length >> 8])
  return [0, 1].some((format) => {
    const rest = Buffer.concat([Buffer.from([format]), one, key, length, text])
    const domain = envelope.subarray(domainAt, formatAt)
    return envelope.equals(Buffer.concat([PREFIX, Buffer.from([0]), domain, rest]))
  })
}
