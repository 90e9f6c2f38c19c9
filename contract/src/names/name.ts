import { ACCESS_MESSAGE_MAX } from '../limits/access-request-limits.ts'
import { DISPLAY_NAME_MAX, INSTANCE_NAME_MAX } from '../limits.ts'
import { isLookalike } from './lookalike.ts'

/**
 * A name that people read as one line: composed, trimmed, no control, format or bidi characters, something to see.
 * Joiners are allowed inside emoji only, where they make one picture of several.
 */
export function isName(value: string, most: number): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  const length = [...value].length
  if (length < 1 || length > most) return false
  if (hasUnseenCharacter(value)) return false
  return /(?!\p{DI})[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(value) && !isMixed(value)
}

/** Cyrillic or Greek letters among Latin ones are how a name is made to look like another. */
function isMixed(value: string): boolean {
  return /\p{Script=Latin}/u.test(value) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(value)
}

/** What people call themselves: it is read by others, who must not take them for somebody else. */
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
