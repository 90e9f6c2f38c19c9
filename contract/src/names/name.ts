import { ACCESS_MESSAGE_MAX } from '../limits/access-request-limits.ts'
import { DISPLAY_NAME_MAX, INSTANCE_NAME_MAX } from '../limits.ts'
import { isLookalike } from './lookalike.ts'

/** One line: NFC, trimmed, no control, format or bidi characters (joiners only inside emoji), something visible. */
export function isName(value: string, most: number): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  const length = [...value].length
  if (length < 1 || length > most || hasInvisible(value)) return false
  return /(?!\p{DI})[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(value) && !isMixed(value)
}

/** Mixed scripts are used to imitate other names. */
function isMixed(value: string): boolean {
  return /\p{Script=Latin}/u.test(value) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(value)
}

/** Shown to others, so it must not imitate another name. */
export function isDisplayName(value: string): boolean {
  return isName(value, DISPLAY_NAME_MAX) && !isLookalike(value)
}

/** The name of the site: no emoji, and at least one visible letter or digit, which a Hangul filler is not. */
export function isInstanceName(value: string): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim() || [...value].length > INSTANCE_NAME_MAX) return false
  return !INVISIBLE.test(value) && /(?!\p{DI})[\p{L}\p{N}]/u.test(value)
}

export function isAccessMessage(value: string): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  return [...value].length <= ACCESS_MESSAGE_MAX && !hasInvisible(value)
}

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u
const EMOJI = /\p{Extended_Pictographic}\u{fe0f}?(?:\u{200d}\p{Extended_Pictographic}\u{fe0f}?)*/gu

/** Controls, format and bidi characters, and line separators; joiners only inside emoji. */
export function hasInvisible(value: string): boolean {
  return INVISIBLE.test(value.replace(EMOJI, 'e'))
}
