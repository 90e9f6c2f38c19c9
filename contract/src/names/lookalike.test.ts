import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { displayNameSchema } from '../schemas/name.ts'
import { isLookalike, skeletonOf } from './lookalike.ts'

describe('isLookalike', () => {
  for (const name of [
    'Ada',
    'Анна',
    'Дмитрий',
    'Ελένη',
    '李小龍',
    'ㅋㅋ',
    'O’Brien',
    'Ångström',
    '7',
    '½ pint',
    '🦊',
    'Արամ',
  ])
    test(`accepts ${name}`, () =>
      assert.deepEqual([isLookalike(name), displayNameSchema.safeParse(name).success], [false, true]))

  for (const [title, name] of [
    ['a Latin word in Cyrillic letters', 'раураӏ'],
    ['several of them', 'Асе Соре'],
    ['a Latin word in Greek letters', 'ΡΑΥ'],
    ['mathematical letters', '𝐀𝐝𝐚'],
    ['mathematical script', '𝒜da'],
    ['full-width letters', 'Ａｄａ'],
    ['circled letters', 'Ⓐda'],
    ['superscript digits', 'Ada²'],
    ['a ligature', 'ﬁnn'],
  ] as const)
    test(`rejects ${title}`, () =>
      assert.deepEqual([isLookalike(name), displayNameSchema.safeParse(name).success], [true, false]))
})

describe('skeletonOf', () => {
  test('is the same for names that look alike', () => {
    const acme = skeletonOf('Acme ID')
    for (const name of ['acme id', 'ACME-ID', 'Acme 1D', 'Аcmе ID', '𝐀cme ID', 'Acme  lD', 'Ácme ID'])
      assert.equal(skeletonOf(name), acme, name)
    assert.equal(skeletonOf('Modern'), skeletonOf('Modem'))
    assert.equal(skeletonOf('L00p'), skeletonOf('Loop'))
  })

  test('differs for other names', () => {
    for (const name of ['Acme', 'Acme IDs', 'Bcme ID', 'Анна']) assert.notEqual(skeletonOf(name), skeletonOf('Acme ID'))
  })
})
