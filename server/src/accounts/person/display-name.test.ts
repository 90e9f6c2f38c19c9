import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDisplayName } from '@countersign/contract/names/name.ts'
import { CONFUSABLES } from '../../platform/unicode/confusables.ts'
import { skeletonOf } from '../../platform/unicode/skeleton.ts'
import { findImitation, RESERVED } from './display-name.ts'

const SITE = 'Acme Portal'
const PROTECTED = [SITE, ...RESERVED.flatMap((name) => [name, name.toUpperCase()])]

const isAccepted = (name: string) => isDisplayName(name) && findImitation(name, SITE) === undefined
const scriptNames = ['Cyrillic', 'Greek', 'Cherokee', 'Lisu', 'Armenian', 'Coptic', 'Deseret', 'Arabic', 'Osage', 'Han']
const scriptsIn = (names: string[]) =>
  scriptNames.filter((script) => names.some((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)))

/** By the skeleton: the characters of Unicode's list that have it. */
const LOOKALIKES = new Map(
  CONFUSABLES.trim()
    .split(/[,\n]/)
    .map((group) => {
      const [prototype = '', ...sources] = group.split(/[< ]/)
      return [characters(prototype), sources.map(characters)] as const
    }),
)

function characters(codes: string): string {
  return String.fromCodePoint(...codes.split('+').map((code) => Number.parseInt(code, 16)))
}

function lookalikesOf(letter: string): string[] {
  const others = LOOKALIKES.get(skeletonOf(letter)) ?? []
  return [skeletonOf(letter), ...others].filter((other) => other !== letter)
}

/** Each protected name with one letter replaced, by each character that looks like it. */
function replaceOneLetter(name: string): string[] {
  const letters = [...name]
  return letters.flatMap((letter, index) => lookalikesOf(letter).map((other) => letters.with(index, other).join('')))
}

/** The protected name in letters of one script, as far as the script has them. */
function writeInScript(name: string, script: string): string {
  const isOf = (letter: string) => new RegExp(`^\\p{Script=${script}}$`, 'u').test(letter)
  return [...name].map((letter) => lookalikesOf(letter).find(isOf) ?? letter).join('')
}

describe('imitations of protected names from the list of Unicode', () => {
  const imitations = [...new Set(PROTECTED.flatMap(replaceOneLetter))]

  test('are many, in many scripts', () => {
    assert.ok(imitations.length > 2000, String(imitations.length))
    assert.deepEqual(scriptsIn(imitations), scriptNames)
  })

  test('are refused with one letter replaced', () => assert.deepEqual(imitations.filter(isAccepted), []))

  test('are refused in the letters of another script', () => {
    const written = PROTECTED.flatMap((name) => scriptNames.map((script) => writeInScript(name, script)))
    assert.deepEqual(written.filter(isAccepted), [])
  })

  test('are refused in letters that have a compatibility form', () => {
    const styled = Array.from({ length: 0x1fbfa }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => /^[a-z]$/i.test(letter.normalize('NFKC')) && !/[a-z]/i.test(letter),
    )
    assert.ok(styled.length > 900, String(styled.length))
    const names = styled.flatMap((letter) => {
      const plain = letter.normalize('NFKC').toLowerCase()
      return RESERVED.filter((name) => name.includes(plain)).map((name) => name.replace(plain, letter))
    })
    assert.deepEqual(names.filter(isAccepted), [])
  })
})

describe('protected names with something added', () => {
  const all = Array.from({ length: 0x1fbfa }, (_, code) => String.fromCodePoint(code))
  const among = (pattern: RegExp) => all.filter((character) => pattern.test(character))

  test('are refused with a sign before or after them that looks like a letter, and with others', () => {
    const alike = [...LOOKALIKES.values()].flat().filter((source) => /^[\p{P}\p{S}]$/u.test(source))
    assert.ok(alike.length > 200, String(alike.length))
    const signs = [...alike, ...among(/^[\p{P}\p{S}]$/u).filter((_, index) => index % 50 === 0)]
    const names = signs.flatMap((sign) => [SITE, 'Admin'].flatMap((name) => [`${name} ${sign}`, `${sign} ${name}`]))
    assert.deepEqual(names.filter(isAccepted), [])
  })

  test('are refused with a mark that belongs to no script', () => {
    const marks = among(/^(?=[\p{Script=Inherited}\p{Script=Common}])\p{M}$/u)
    assert.ok(marks.length > 400, String(marks.length))
    const names = marks.flatMap((mark) => [`Admin${mark}`, `Ad${mark}min`, `Acme${mark} Portal`])
    assert.deepEqual(names.map((name) => name.normalize('NFC')).filter(isAccepted), [])
  })
})

describe('findImitation', () => {
  for (const [name, problem] of [
    ['Acme Portal', 'name_of_site'],
    ['ACME-PORTAL', 'name_of_site'],
    ['ꓮꓚꓟꓰ ꓑꓳꓣꓔꓮꓡ', 'name_of_site'],
    ['Admin', 'name_reserved'],
    ['Àdmin', 'name_reserved'],
    ['A d m 1 n', 'name_reserved'],
    ['ªdmin', 'name_reserved'],
    ['ᴏᴡɴᴇʀ', 'name_reserved'],
    ['ꓳꓪꓠꓰꓣ', 'name_reserved'],
    ['Ꭺ’dmin', 'name_reserved'],
    ['Ꭺꮯꭼ Smith', 'name_looks_latin'],
    ['B〇b', 'name_looks_latin'],
    ['Ada', undefined],
    ['Admiral', undefined],
    ['Ace Portal', undefined],
    ['раураӏ', undefined],
  ] as const)
    test(`finds ${problem ?? 'nothing'} in ${name}`, () => assert.equal(findImitation(name, SITE), problem))

  test('compares with a site of any script', () => {
    assert.equal(findImitation('раураӏ', 'PayPal'), 'name_of_site')
    assert.equal(findImitation('СОСНА', 'COCHA'), 'name_of_site')
    assert.equal(findImitation('Сосна', 'сосна'), 'name_of_site')
    assert.equal(findImitation('7 פורטל', 'פורטל 7'), 'name_of_site')
    assert.equal(findImitation('エ業', '工業'), 'name_of_site')
  })
})
