/** Amounts of tokens between the smallest unit, in which rules store them, and what people read and type. */

const WORD_MAX = 2n ** 256n - 1n

/** `1500000` with six decimals is `1.5`. */
export function formatAmount(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export type AmountProblem = 'required' | 'not_a_number' | 'too_many_decimals' | 'too_large'

/** Accepts no thousands separators: `1,500` is one and a half in some languages. */
export function parseAmount(text: string, decimals: number): { amount: string } | { problem: AmountProblem } {
  const typed = text.trim()
  if (typed === '') return { problem: 'required' }
  const [, whole = '', typedFraction = ''] = /^([0-9]*)(?:\.([0-9]+))?$/.exec(typed) ?? []
  if (whole === '' && typedFraction === '') return { problem: 'not_a_number' }
  const fraction = typedFraction.replace(/0+$/, '')
  if (fraction.length > decimals) return { problem: 'too_many_decimals' }
  const digits = (whole + fraction.padEnd(decimals, '0')).replace(/^0+(?=.)/, '')
  if (digits.length > 78 || BigInt(digits) > WORD_MAX) return { problem: 'too_large' }
  return { amount: digits }
}
