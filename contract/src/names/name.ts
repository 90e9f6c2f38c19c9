import * as z from 'zod/mini'
import { DISPLAY_NAME_MAX, LABEL_MAX, REASON_MAX } from '../limits.ts'
import { isLookalike } from './lookalike.ts'

/**
 * A name that people read as one line: composed, trimmed, no control, format or bidi characters, something to see.
 * Joiners are allowed inside emoji only, where they make one picture of several.
 */
export function isName(value: string, most: number): boolean {
  if (value !== value.normalize('NFC') || value !== value.trim()) return false
  const length = [...value].length
  if (length < 1 || length > most) return false
  const withoutEmoji = value.replace(
    /\p{Extended_Pictographic}\u{fe0f}?(?:\u{200d}\p{Extended_Pictographic}\u{fe0f}?)*/gu,
    'e',
  )
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(withoutEmoji)) return false
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

export const displayNameSchema = z.string().check(z.refine(isDisplayName))
export const labelSchema = z.string().check(z.refine((value) => isName(value, LABEL_MAX)))

/** Plain text of a few lines, such as the reason for a suspension. */
export const reasonSchema = z.string().check(
  z.maxLength(REASON_MAX),
  z.refine((value) => !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(value.replaceAll('\n', ''))),
)
