import { createHash } from 'node:crypto'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import { currentTestFile } from '../test-file.ts'
import {
  type BitcoinKey,
  type BitcoinType,
  paymentOf,
  signLegacy,
  signToSign,
  writeFull,
  writeSimple,
} from './bip322.ts'
import type { FamilyAccount } from './family-account.ts'

export type BitcoinAccount = FamilyAccount & { key: BitcoinKey }

export type BitcoinFormat = 'simple' | 'full' | 'legacy'

const USUAL_FORMAT: Record<BitcoinType, BitcoinFormat> = {
  p2wpkh: 'simple',
  p2tr: 'simple',
  p2pkh: 'full',
  p2sh_p2wpkh: 'full',
}

/** The next account of this test file, the same in every run. Signs in the format of its type unless another is given. */
export function newBitcoinAccount(type: BitcoinType = 'p2wpkh', format = USUAL_FORMAT[type]): BitcoinAccount {
  const file = currentTestFile()
  file.accounts++
  const privateKey = createHash('sha256').update(`${file.path} bitcoin ${file.accounts}`).digest()
  return bitcoinAccount({ privateKey: Uint8Array.from(privateKey), type }, format)
}

export function bitcoinAccount(key: BitcoinKey, format = USUAL_FORMAT[key.type]): BitcoinAccount {
  const { address } = paymentOf(key)
  return {
    namespace: 'bip122',
    chain: BITCOIN_MAINNET,
    address,
    key,
    async sign(text) {
      if (format === 'legacy') return { signature: await signLegacy(key.privateKey, text) }
      const signed = signToSign(key, text)
      return { signature: format === 'full' ? writeFull(signed) : writeSimple(signed) }
    },
  }
}
