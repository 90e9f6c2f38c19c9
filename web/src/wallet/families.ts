/** What the page needs to know of each chain family before its code is loaded. */

import { BITCOIN_MAINNET, type Namespace, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { signatureKind } from '@countersign/contract/proof.ts'

type Family = {
  /** The chain of a wallet that does not name its own. */
  mainnet: string
  /** Only the form; the server verifies the signature. */
  isSignature(text: string): boolean
}

export const families: Record<Namespace, Family> = {
  eip155: { mainnet: '1', isSignature: (text) => signatureKind(text) !== undefined },
  solana: { mainnet: SOLANA_MAINNET, isSignature: (text) => /^[A-Za-z0-9+/]{86}==$/.test(text) },
  bip122: { mainnet: BITCOIN_MAINNET, isSignature: (text) => /^(?:smp|ful)?[A-Za-z0-9+/]{80,}={0,2}$/.test(text) },
}
