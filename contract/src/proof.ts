import { SIGNATURE_MAX_BYTES } from './limits.ts'

export type { Proof } from './schemas/proof.ts'

/** 65 bytes of r, s and v, or the 64-byte compact form of EIP-2098; anything longer is a contract's. */
export type SignatureKind = 'key' | 'contract'

export function signatureKind(signature: string): SignatureKind | undefined {
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) return undefined
  const bytes = (signature.length - 2) / 2
  if (bytes === 64 || bytes === 65) return 'key'
  return bytes > 65 && bytes <= SIGNATURE_MAX_BYTES ? 'contract' : undefined
}
