import { ACCESS_MESSAGE_MAX } from '../limits/access-request-limits.ts'
import { DISPLAY_NAME_MAX, INSTANCE_NAME_MAX } from '../limits.ts'
import { mixesScripts } from './scripts.ts'

/** One line: NFC, trimmed, no invisible characters, something visible, no mixed scripts. */
export function isName(value: string, most: number): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  const length = [...value].length
  if (length < 1 || length > most || hasInvisible(value)) return false
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(value) && !mixesScripts(value)
}

/** Shown to others, so it must not imitate another name. The server also compares it with names that are protected. */
export function isDisplayName(value: string): boolean {
  return isName(value, DISPLAY_NAME_MAX) && ![...value].some(isStyled)
}

/** Mathematical, circled, full-width and similar forms of Latin letters and digits, but not those of "Mª José". */
function isStyled(letter: string): boolean {
  const plain = letter.normalize('NFKC')
  return plain !== letter && /^[A-Za-z0-9]+$/.test(plain) && !/[ªº]/.test(letter)
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
const EMOJI =
  /\p{ExtPict}(?:\p{EMod}|\u{fe0f})?(?:\u{200d}\p{ExtPict}(?:\p{EMod}|\u{fe0f})?)*|[0-9#*]\u{fe0f}\u{20e3}/gu
/** Joiners that spelling needs (RFC 5892), as in "علی‌رضا" and "ශ්‍රී", and variants of Chinese and Mongolian letters. */
const SPELLING =
  /(?<=\p{Script=Arabic}\p{M}*)\u{200c}(?=\p{Script=Arabic})|(?<=[\u{94d}\u{9cd}\u{a4d}\u{acd}\u{b4d}\u{bcd}\u{c4d}\u{ccd}\u{d4d}\u{dca}\u{1039}\u{17d2}])[\u{200c}\u{200d}]|(?<=\p{Script=Han})[\u{fe00}-\u{fe02}\u{e0100}-\u{e01ef}]|(?<=\p{Script=Mongolian})[\u{180b}-\u{180f}]/gu

/** Controls, format and bidi characters, line separators and what is ignored when text is shown. */
export function hasInvisible(value: string): boolean {
  const plain = value.replace(EMOJI, 'e').replace(SPELLING, '')
  return INVISIBLE.test(plain) || /\p{DI}/u.test(plain)
}
