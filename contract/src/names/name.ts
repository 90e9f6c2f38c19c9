import { ACCESS_MESSAGE_MAX } from '../limits/access-request-limits.ts'
import { DISPLAY_NAME_MAX, INSTANCE_NAME_MAX } from '../limits.ts'
import { isLookalike } from './lookalike.ts'

/**
 * One line of text: NFC, trimmed, no control, format or bidi characters, at least one visible character. Joiners are
 * allowed inside emoji only.
 */
export function isName(value: string, most: number): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  const length = [...value].length
  if (length < 1 || length > most) return false
  if (hasUnseenCharacter(value)) return false
  return /(?!\p{DI})[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(value) && !isMixed(value)
}

/** Names that mix Latin with Cyrillic or Greek letters imitate others. */
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
  return !UNSEEN.test(value) && /(?!\p{DI})[\p{L}\p{N}]/u.test(value)
}

/** One line of text, without control, format or bidi characters; joiners only inside emoji. */
export function isAccessMessage(value: string): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  return [...value].length <= ACCESS_MESSAGE_MAX && !hasUnseenCharacter(value)
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u
const EMOJI = /\p{Extended_Pictographic}\u{fe0f}?(?:\u{200d}\p{Extended_Pictographic}\u{fe0f}?)*/gu

function hasUnseenCharacter(value: string): boolean {
  return UNSEEN.test(value.replace(EMOJI, 'e'))
}
