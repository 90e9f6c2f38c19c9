/** The code that a person types on the phone: consonants only, so that it spells no word and no letter looks like a digit. */

import { PHONE_CODE_LENGTH } from './limits/phone-limits.ts'

export const PHONE_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

const FORM = new RegExp(`^[${PHONE_CODE_LETTERS}]{${PHONE_CODE_LENGTH}}$`)

/** Accepts any case, spaces and hyphens. Undefined if it cannot be a code. */
export function parsePhoneCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return FORM.test(code) ? code : undefined
}

/** In two groups of four. */
export function formatPhoneCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
