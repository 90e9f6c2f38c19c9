/** The layout of Solana's off-chain messages, which hardware wallets sign instead of a bare text (sRFC 38). */

/** No transaction begins with 0xFF. */
export const ENVELOPE_PREFIX: Uint8Array = Uint8Array.from([0xff, ...encodeText('solana offchain')])

export const APPLICATION_DOMAIN_BYTES = 32

/** What can be said of a text in version 0: printable ASCII, or UTF-8 of at most 1,232 bytes. */
export type EnvelopeFormat = 0 | 1

type Signed = { signer: Uint8Array; text: string }
type SignedV0 = Signed & { applicationDomain?: Uint8Array; format?: EnvelopeFormat }

/** Format 1 by default: line feeds are outside format 0, although newer Ledger apps accept them. They display ASCII in both. */
export function buildEnvelopeV0({ signer, text, applicationDomain, format = 1 }: SignedV0): Uint8Array {
  const content = encodeText(text)
  return join([
    [...ENVELOPE_PREFIX, 0],
    applicationDomain ?? new Uint8Array(APPLICATION_DOMAIN_BYTES),
    [format, 1],
    signer,
    [content.length & 0xff, content.length >> 8],
    content,
  ])
}

export function buildEnvelopeV1({ signer, text }: Signed): Uint8Array {
  return join([[...ENVELOPE_PREFIX, 1, 1], signer, encodeText(text)])
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function join(parts: ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)))
}
