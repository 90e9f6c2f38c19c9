import { formatAmount } from '@countersign/contract/rule/format-amount.ts'

/** "1,500.25", from the smallest unit. */
export function amountText(amount: string, decimals: number): string {
  return groupDigits(formatAmount(amount, decimals))
}

/** Thousands in groups; not by Intl, whose numbers lose digits. */
export function groupDigits(number: string): string {
  const [whole = '', fraction] = number.split('.')
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
