import type { Finding } from '@countersign/contract/routes/admin/health.ts'

export type Judgment = Omit<Finding, 'check'>

export function good(text: string): Judgment {
  return { state: 'good', text, fix: null }
}

/** Works but could be improved, or could not be checked. */
export function note(text: string, fix: string): Judgment {
  return { state: 'note', text, fix }
}

export function bad(text: string, fix: string): Judgment {
  return { state: 'bad', text, fix }
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function sizeWords(bytes: number): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), UNITS.length - 1)
  const value = bytes / 1024 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}

const SPANS = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
] as const

export function spanWords(milliseconds: number): string {
  const [span, unit] = SPANS.find(([least]) => milliseconds >= 2 * least) ?? [1000, 'seconds']
  return `${Math.round(milliseconds / span)} ${unit}`
}
