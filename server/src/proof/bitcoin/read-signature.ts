import { AppError } from '@countersign/contract/error/errors.ts'

export type SignatureFormat = 'simple' | 'full' | 'proof_of_funds' | 'legacy'

const PREFIXES: readonly [string, SignatureFormat][] = [
  ['smp', 'simple'],
  ['ful', 'full'],
  ['pof', 'proof_of_funds'],
]

/** The header bytes of compact signatures; a simple signature begins with the number of its witness items instead. */
const [FIRST_HEADER, LAST_HEADER] = [27, 42]

export const LEGACY_LENGTH = 65

/** A signature without a prefix is simple, unless it is as long as a legacy one and begins like one. */
export function readSignature(text: string): { format: SignatureFormat; bytes: Uint8Array } {
  const [prefix, format] = PREFIXES.find(([each]) => text.startsWith(each)) ?? []
  const bytes = readBase64(text.slice(prefix?.length ?? 0))
  const [header = 0] = bytes
  const isLegacy = bytes.length === LEGACY_LENGTH && header >= FIRST_HEADER && header <= LAST_HEADER
  return { format: format ?? (isLegacy ? 'legacy' : 'simple'), bytes }
}

/** The same for a signature with and without the prefix of the simple form. */
export function withoutSimplePrefix(text: string): string {
  return text.startsWith('smp') ? text.slice(3) : text
}

/** Buffer skips what is not base64, so the text has to be what the bytes are written as. */
function readBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== text) throw new AppError('signature_malformed')
  return bytes
}
