import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reasonSchema } from '../schemas/name.ts'
import { isDisplayName, isName } from './name.ts'

const GOOD = [
  'Ada',
  'Ada Lovelace',
  'Ångström',
  '李小龍',
  'Анна',
  'Ελένη',
  'O’Brien',
  '👩‍🚀 Sam',
  '7',
  'a'.repeat(64),
  '🏳️‍🌈 x',
  '👩🏽‍🚀',
  '1️⃣ Sam',
  'علی‌رضا',
  'ශ්‍රීමතී',
  '辻\u{e0100} さくら',
  'ᠰᠠᠷ\u{180e}ᠠ',
]
const BAD: [string, string][] = [
  ['nothing', ''],
  ['blanks', '   '],
  ['a blank at its end', 'Ada '],
  ['a control character', 'Ada\u0007'],
  ['a line break', 'Ada\nLovelace'],
  ['a bidi override', 'Ada\u202egnp'],
  ['a bidi isolate', 'Ada\u2066x'],
  ['a zero-width space', 'A\u200bda'],
  ['a joiner outside of emoji', 'A\u200dda'],
  ['a byte order mark', '\ufeffAda'],
  ['Cyrillic among Latin letters', 'P\u0430ypal'],
  ['Greek among Latin letters', 'Αda'],
  ['a Cherokee letter among Latin letters', 'Ꭺdmin'],
  ['a non-joiner at its end', 'علی\u200c'],
  ['a non-joiner among Latin letters', 'A\u200cda'],
  ['a joiner among Arabic letters', 'علی\u200dرضا'],
  ['a variation selector after a letter', 'Ada\ufe0f'],
  ['a grapheme joiner', 'A\u034fda'],
  ['a soft hyphen', 'A\u00adda'],
  ['a Hangul filler among letters', 'A\u3164da'],
  ['a tag character', 'Ada\u{e0041}'],
  ['decomposed letters', 'A\u030angström'],
  ['only a mark', '\u0301'],
  ['a blank that counts as a letter', '\u3164'],
  ['half a character', 'a\ud800'],
  ['more than fits', 'a'.repeat(65)],
]

describe('isName', () => {
  for (const name of GOOD) test(`accepts ${name.slice(0, 20)}`, () => assert.equal(isName(name, 64), true))
  for (const [title, name] of BAD) test(`may not be ${title}`, () => assert.equal(isName(name, 64), false))
})

describe('isDisplayName', () => {
  for (const name of ['½ pint', 'Mª José', 'ﾀﾅｶ', 'Ângelo'])
    test(`accepts ${name}`, () => assert.equal(isDisplayName(name), true))
  for (const [title, name] of [
    ['mathematical letters', '𝐀𝐝𝐚'],
    ['mathematical script', '𝒜da'],
    ['full-width letters', 'Ａｄａ'],
    ['circled letters', 'Ⓐda'],
    ['superscript digits', 'Ada²'],
    ['a ligature', 'ﬁnn'],
    ['a Roman numeral', 'Ada Ⅳ'],
  ] as const)
    test(`rejects ${title}`, () => assert.equal(isDisplayName(name), false))
})

describe('reasonSchema', () => {
  test('accepts several lines', () => assert.equal(reasonSchema.safeParse('Left.\nThanks.').success, true))
  for (const text of ['a\u0000', 'a\u202e', 'x'.repeat(501)])
    test(`rejects ${JSON.stringify(text.slice(0, 8))}`, () => assert.equal(reasonSchema.safeParse(text).success, false))
})
