import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseEncoding } from './accept-encoding.ts'

describe('chooseEncoding', () => {
  const cases: [header: string, chosen: 'br' | 'gzip' | undefined, why: string][] = [
    ['gzip, deflate, br, zstd', 'br', 'the first of equal ones'],
    ['gzip', 'gzip', 'the only one that is accepted'],
    ['br;q=0.5, gzip', 'gzip', 'the greater weight'],
    ['br;q=0.001, gzip;q=0.002', 'gzip', 'the greater of small weights'],
    ['br;q=1.000, gzip;q=1.0', 'br', 'equal weights that are written differently'],
    ['', undefined, 'no header'],
    ['deflate, zstd', undefined, 'none that is available'],
    ['br;q=0', undefined, 'a refused one'],
    ['br;q=0.000, gzip', 'gzip', 'a refused one beside another'],
    ['gzip;q=0, br', 'br', 'a refused one beside another'],
    ['*', 'br', 'any'],
    ['*;q=0', undefined, 'none at all'],
    ['*;q=0, gzip', 'gzip', 'none but one'],
    ['br;q=0, *', 'gzip', 'any but one'],
    ['gzip;q=0.3, *;q=0.8', 'br', 'a weight for the others'],
    ['identity', undefined, 'plain bytes only'],
    ['identity;q=0', undefined, 'nothing that is available'],
    ['identity;q=0, gzip;q=0.1', 'gzip', 'refused plain bytes'],
    ['identity, gzip;q=0.5', undefined, 'preferred plain bytes'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip', 'plain bytes with the same weight'],
    ['gzip;q=0.5', 'gzip', 'plain bytes that are not named'],
    ['BR', 'br', 'upper case'],
    ['GZip;Q=0, bR', 'br', 'mixed case'],
    [' \t br \t ; \t q=0 , gzip ; q=0.2', 'gzip', 'white space'],
    [',, gzip ,', 'gzip', 'empty members'],
    ['brotli, xbr, br-1, gzip2', undefined, 'longer names'],
    ['br;q=2, gzip', 'gzip', 'a weight that is too great'],
    ['br;q=-1, br;q=a, br;q=, br;q=1.001, br;q=0.1234', undefined, 'malformed weights'],
    ['br;level=9, br q=1', undefined, 'malformed members'],
  ]
  for (const [header, chosen, why] of cases)
    test(`chooses ${chosen ?? 'no encoding'} for ${why}: ${JSON.stringify(header)}`, () => {
      assert.equal(chooseEncoding(header, ['br', 'gzip']), chosen)
    })

  test('weighs the plain bytes against what is available only', () => {
    assert.equal(chooseEncoding('br, gzip;q=0.3, identity;q=0.5', ['gzip']), undefined)
    assert.equal(chooseEncoding('br', []), undefined)
  })

  test('takes linear time for a long header', () => {
    assert.equal(chooseEncoding(`br${' '.repeat(100_000)};`, ['br']), undefined)
    assert.equal(chooseEncoding('*,'.repeat(50_000), ['br']), 'br')
  })
})
