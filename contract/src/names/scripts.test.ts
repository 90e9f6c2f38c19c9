import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mixesScripts, scriptOf } from './scripts.ts'

describe('mixesScripts', () => {
  for (const [title, name] of [
    ['a Cherokee letter in a Latin word', 'Ꭺdmin'],
    ['a Cyrillic letter in a Latin word', 'pаypal'],
    ['a Lisu letter in a Latin word', 'ꓮdmin'],
    ['a Coptic letter in a Latin word', 'ⲟwner'],
    ['an Armenian letter in a Latin word', 'օwner'],
    ['a Deseret letter in a Latin word', '𐐬wner'],
    ['a Greek letter in a Cyrillic word', 'Аня\u03b1'],
    ['an Arabic letter in a Hebrew word', 'שלוםا'],
    ['a Hebrew letter in a Latin word', 'Adaס'],
    ['a Cyrillic and a Latin word', 'Ace Асе'],
    ['a Greek and a Cyrillic word', 'Ρая Αννα'],
    ['Katakana in a Hangul word', '김ロ'],
    ['a Cyrillic word beside Latin letters in a Chinese one', '田a Вера'],
    ['a Greek word beside Latin letters in a Chinese one', 'Αλ 田a'],
  ] as const)
    test(`finds ${title}`, () => assert.equal(mixesScripts(name), true))

  for (const name of [
    'Ada Lovelace',
    'Аня',
    '田中さくら',
    '田中san',
    'ラーメン大好き',
    '金哲秀 김철수',
    'Kim 김',
    'Ahmed أحمد',
    'ᏣᎳᎩ',
    '𐌰𐌽𐌽𐌰',
    '☕️ Аня',
    'Аня’ʼ',
    'Kaʻiulani',
    '',
    '123',
  ])
    test(`accepts ${name}`, () => assert.equal(mixesScripts(name), false))
})

test('names the script of a word', () => {
  assert.deepEqual(['Ada', 'Аня', '田中さくら', '田中', '김', 'Aちゃん', '𐌰', 'ʼ', 'Aа', 'A𐌰'].map(scriptOf), [
    ...['Latn', 'Cyrl', 'Hani Hira Kana', 'Hani Hira Kana', 'Hani Hang', 'Hani Hira Kana Latn', 'other', 'shared'],
    ...[undefined, undefined],
  ])
})
