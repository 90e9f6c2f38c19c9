import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { looksOf, skeletonOf } from './skeleton.ts'

/** Without unassigned and private ones, and most Chinese, Hangul and Tangut characters. */
const CHARACTERS = Array.from({ length: 0xe0200 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => !/[\p{Cn}\p{Co}\u{ac00}-\u{d7a3}\u{17000}-\u{18cff}\u{20000}-\u{33fff}]/u.test(character))

const looksAlike = (one: string, other: string) => !looksOf(one).isDisjointFrom(looksOf(other))

describe('skeletonOf', () => {
  test('is that of UTS #39', () => {
    for (const [text, skeleton] of [
      ['paypal', 'paypal'],
      ['раураӏ', 'paypal'],
      ['Modern', 'Modern'],
      ['Modem', 'Modern'],
      ['Ꭺdmin', 'Adrnin'],
      ['ꓮꓓ', 'AD'],
      ['1I|l', 'llll'],
      ['Вера', 'Bepa'],
      ['田中', '田中'],
    ] as const)
      assert.equal(skeletonOf(text), skeleton, text)
  })

  test('of a skeleton is the same, for every character', () => {
    for (const character of CHARACTERS) {
      const skeleton = skeletonOf(character)
      assert.equal(skeletonOf(skeleton), skeleton, `U+${character.codePointAt(0)?.toString(16)}`)
    }
  })

  test('is the same for composed and decomposed text, for every character', () => {
    for (const character of CHARACTERS) {
      assert.equal(skeletonOf(character.normalize('NFD')), skeletonOf(character))
      assert.equal(skeletonOf(character.normalize('NFC')), skeletonOf(character))
    }
  })

  test('ignores what is not shown', () => {
    const ignorable = CHARACTERS.filter((character) => /\p{DI}/u.test(character))
    assert.ok(ignorable.length > 300)
    for (const character of ignorable) assert.equal(skeletonOf(`Ad${character}a`), 'Ada')
  })
})

describe('looksOf', () => {
  test('is shared with the skeleton of a letter or digit', () => {
    const letters = CHARACTERS.filter((each) => /[\p{L}\p{N}]/u.test(skeletonOf(each)))
    assert.ok(letters.length > 40_000)
    for (const character of letters)
      assert.ok(looksAlike(character, skeletonOf(character)), `U+${character.codePointAt(0)?.toString(16)}`)
  })

  test('is shared with compatible text, for every letter and digit', () => {
    for (const character of CHARACTERS.filter((each) => /[\p{L}\p{N}]/u.test(each)))
      assert.ok(looksAlike(character, character.normalize('NFKC')), `U+${character.codePointAt(0)?.toString(16)}`)
  })

  for (const name of [
    'acme id',
    'ACME-ID',
    'Acme 1D',
    'Аcmе ID',
    '𝐀cme ID',
    'Acme  lD',
    'Ácme ID',
    'ᴀᴄᴍᴇ ID',
    'Acm\u200be ID',
  ])
    test(`is shared by Acme ID and ${name}`, () => assert.equal(looksAlike(name, 'Acme ID'), true))
  for (const name of ['Acme', 'Acme IDs', 'Bcme ID', 'Анна'])
    test(`is not shared by Acme ID and ${name}`, () => assert.equal(looksAlike(name, 'Acme ID'), false))

  test('does not depend on case, or on the order in which text from right to left is stored', () => {
    for (const [one, other] of [
      ['L00p', 'LOOP'],
      ['Bern', 'BEM'],
      ['вера', 'ВЕРА'],
      ['אבג 123', '123 אבג'],
      ['فندق 7', '7 فندق'],
    ] as const)
      assert.equal(looksAlike(one, other), true, one)
    assert.equal(looksAlike('אבג 123', 'אבד 123'), false)
  })

  test('keeps vowel signs apart', () => assert.equal(looksAlike('किरण', 'करण'), false))
})
