/** Parts of Bitcoin signatures for tests that change them. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { type BitcoinKey, type SigningChanges, signToSign } from './bip322.ts'

export type Write = (key: BitcoinKey, text: string) => string | Promise<string>

export type Row = [title: string, code: ErrorCode, write: Write]

export const bytes = (...values: number[]) => Uint8Array.from(values)

export const EMPTY = new Uint8Array()

export function witnessOf(
  key: BitcoinKey,
  text: string,
  changes?: SigningChanges,
): [signature: Uint8Array, publicKey: Uint8Array] {
  const [signature = EMPTY, publicKey = EMPTY] = signToSign(key, text, changes).witnesses?.[0] ?? []
  return [signature, publicKey]
}
