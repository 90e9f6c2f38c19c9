import { buildEnvelopeV0, buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'

export type SignedText = { text: string; isEnvelope: boolean }

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The public key that an address encodes; a wallet's `publicKey` is not used, because nothing binds it to the address. */
export function decodeAddress(address: string): Uint8Array<ArrayBuffer> {
  let value = 0n
  for (const character of address) value = value * 58n + BigInt(ALPHABET.indexOf(character))
  const key = new Uint8Array(32)
  for (let at = 31; at >= 0; at--, value >>= 8n) key[at] = Number(value & 0xffn)
  if (value > 0n) throw new RangeError('The address is longer than a public key.')
  return key
}

/** Bytes as wallets return them: a typed array, also of another realm, or a plain array. */
export function readBytes(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!ArrayBuffer.isView(value) && !Array.isArray(value)) return undefined
  return Uint8Array.from(value as ArrayLike<number>) // a DataView has no length and becomes empty
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

// The bytes before the text, with one signer.
const V0_HEADER = 85
const V1_HEADER = 50

/** Strict: an off-chain message must be exactly what its text and this one signer produce. */
export function readSignedText(bytes: Uint8Array, address: string): SignedText | undefined {
  try {
    if (bytes[0] !== 0xff) return { text: decodeText(bytes), isEnvelope: false }
    const version = bytes[16]
    const text = decodeText(bytes.subarray(version === 0 ? V0_HEADER : V1_HEADER))
    const signer = decodeAddress(address)
    const applicationDomain = bytes.slice(17, 49)
    const format = bytes[49] === 0 ? 0 : 1
    const built =
      version === 0 ? buildEnvelopeV0({ signer, text, applicationDomain, format }) : buildEnvelopeV1({ signer, text })
    return isEqual(bytes, built) ? { text, isEnvelope: true } : undefined
  } catch {
    return undefined
  }
}

type Signature = { address: string; signature: Uint8Array<ArrayBuffer>; claimed: Uint8Array<ArrayBuffer> }

/**
 * Wallets put a text into an off-chain message for a Ledger, and some return the text as signed.
 * Returns what the signature is for; what the wallet claims if that is unknown, which the server then decides.
 */
export async function findSignedBytes({ address, signature, claimed }: Signature): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const signer = decodeAddress(address)
    const text = decodeText(claimed)
    const { subtle } = crypto
    const key = await subtle.importKey('raw', signer, 'Ed25519', false, ['verify'])
    const candidates = [
      claimed,
      buildEnvelopeV0({ signer, text, format: 1 }),
      buildEnvelopeV0({ signer, text, format: 0 }),
      buildEnvelopeV1({ signer, text }),
    ]
    for (const candidate of candidates) {
      const bytes = Uint8Array.from(candidate)
      if (await subtle.verify('Ed25519', key, signature, bytes)) return bytes
    }
  } catch {
    // an off-chain message, which is not UTF-8, or a browser without Ed25519
  }
  return claimed
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
