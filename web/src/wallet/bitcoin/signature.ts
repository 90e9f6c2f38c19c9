import { addressTypeOf, unsupported } from './address.ts'

/** As base64, which the server reads; undefined for a value that is no signature. Full signatures need their prefix. */
export function toSignature(value: unknown, address: string): string | undefined {
  const text = isBytes(value) ? readBytes(Uint8Array.from(value)) : value
  const signature = typeof text === 'string' ? readText(text.trim()) : undefined
  const format = signature && formatOf(signature)
  if (!format) return undefined
  const type = addressTypeOf(address)
  const isSegwit = type === 'p2wpkh' || type === 'p2tr'
  // Older wallets sign for SegWit in the format of P2PKH; BIP-322 has no simple signature for the other types.
  if (isSegwit && format === 'legacy') throw unsupported('signature_unsupported')
  if (!isSegwit && (format === 'simple' || (format === 'legacy' && type === 'p2sh')))
    throw unsupported('address_unsupported')
  return format === 'full' && !PREFIX.test(signature) ? `ful${signature}` : signature
}

/** Of this page or of a frame of the wallet, or as a list of numbers. */
function isBytes(value: unknown): value is ArrayLike<number> {
  return ArrayBuffer.isView(value) || Array.isArray(value)
}

/** Wallets return the bytes of a signature, or of its base64 text. */
function readBytes(bytes: Uint8Array): string {
  const binary = String.fromCharCode(...bytes.subarray(0, MAX_BYTES))
  return BASE64.test(binary) ? binary : btoa(binary)
}

function readText(text: string): string | undefined {
  if (text.length > MAX_BYTES) return undefined
  const hex = text.replace(/^0x/, '')
  if (/^(?:[0-9a-f]{2})+$/i.test(hex)) {
    const encoded = btoa(
      (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''),
    )
    if (formatOf(encoded)) return encoded
  }
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const prefix = PREFIX.exec(standard)?.[0] ?? ''
  const data = standard.slice(prefix.length)
  const padded = prefix + data.padEnd(Math.ceil(data.length / 4) * 4, '=')
  return BASE64.test(padded) && data.length % 4 !== 1 ? padded : undefined
}

type Format = 'legacy' | 'simple' | 'full'

/** Without a prefix, by shape: a witness begins with its number of items, a legacy signature with a header and has 65 bytes. */
function formatOf(signature: string): Format | undefined {
  if (signature.startsWith('smp')) return 'simple'
  if (/^(?:ful|pof)/.test(signature)) return 'full'
  const bytes = atob(signature)
  const [first = 0, second = 0] = [bytes.charCodeAt(0), bytes.charCodeAt(1)]
  if (bytes.length === LEGACY_BYTES && first >= 27 && first <= 42) return 'legacy'
  if ((first === 1 || first === 2) && second >= 64 && second <= 73) return 'simple'
  return first <= 2 && second === 0 ? 'full' : undefined
}

const BASE64 = /^[A-Za-z0-9+/]{20,}={0,2}$/
const PREFIX = /^(?:smp|ful|pof)/
const LEGACY_BYTES = 65
const MAX_BYTES = 8192
