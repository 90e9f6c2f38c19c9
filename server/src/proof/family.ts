import type { Account } from '@countersign/contract/family/account.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'

/** What a wallet signed, and the address that the text names. */
export type SignedText = { address: string; text: string; signature: string; envelope: string | undefined }

/** What the server has to know of a chain family. */
export type Family = {
  namespace: Namespace
  /** Throws unless the key of the address signed the text. */
  verify(signed: SignedText): Account
  /** An address that a person or an operator typed, as it is stored. Throws what is wrong with it. */
  parseAddress(text: string): Account
  /** The same for every spelling of one signature. */
  normalizeSignature(signature: string): string
}
