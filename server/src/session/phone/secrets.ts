/** What the two screens show. Derived from the id, so that nothing but the id is stored and each answer can be repeated. */

import {
  PHONE_CODE_LENGTH,
  PHONE_DIGITS_LENGTH,
  PHONE_NUMBER_LENGTH,
} from '@countersign/contract/limits/phone-limits.ts'
import { PHONE_CODE_LETTERS } from '@countersign/contract/phone-code.ts'
import type { Context } from '../../context.ts'
import { equalBytes, hmac } from '../../platform/crypto/keys.ts'

type HasKeys = Pick<Context, 'keys'>

export function codeOf({ keys }: HasKeys, id: string): string {
  const bytes = hmac(keys.phone, `code ${id}`)
  // Of two bytes each: the bias is below 0.1 %.
  return Array.from({ length: PHONE_CODE_LENGTH }, (_, at) =>
    PHONE_CODE_LETTERS.charAt(bytes.readUInt16BE(2 * at) % PHONE_CODE_LETTERS.length),
  ).join('')
}

/** On the computer. */
export function numberOf({ keys }: HasKeys, id: string): string {
  return decimals(hmac(keys.phone, `number ${id}`), PHONE_NUMBER_LENGTH)
}

/** On the phone. */
export function digitsOf({ keys }: HasKeys, id: string): string {
  return decimals(hmac(keys.phone, `digits ${id}`), PHONE_DIGITS_LENGTH)
}

export function equalText(a: string, b: string): boolean {
  return equalBytes(Buffer.from(a), Buffer.from(b))
}

function decimals(bytes: Buffer, length: number): string {
  return String(bytes.readUIntBE(0, 6) % 10 ** length).padStart(length, '0')
}
