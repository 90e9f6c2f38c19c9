import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { idSchema } from '@countersign/contract/schemas/id.ts'
import { createIdSequence, createRandom, crockford, newId, newNonce, newToken, newUlid } from './id.ts'
import { deriveKeys, equalBytes } from './keys.ts'
import { open, seal } from './seal.ts'
import { loadSecret } from './secret.ts'

const random = createRandom()

describe('ids', () => {
  test('start with the prefix and sort by time', () => {
    const at = (now: number) => newId({ now: () => now, random }, 'ses')
    const ids = [0, 1, 31, 32, 1_000_000, Date.now(), 2 ** 48 - 1].map(at)
    assert.deepEqual(ids.toSorted(), ids)
    for (const id of ids) assert.equal(idSchema('ses').safeParse(id).success, true, id)
  })
})

describe('the characters of an id', () => {
  test('encode the time as in a ULID, and five bits of each random byte', () => {
    const bytes = Buffer.from([0, 1, 31, 32, 63, 255, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    assert.equal(newUlid({ now: () => 1_469_918_176_385, random: () => bytes }), '01ARYZ6S4101Z0ZZAMY8JW6GT4')
    assert.equal(newUlid({ now: () => 2 ** 48 - 1, random: () => Buffer.alloc(16) }), '7ZZZZZZZZZ0000000000000000')
    assert.equal(crockford(Buffer.from([1, 2, 3])), '123')
  })
})

describe('monotonic ids', () => {
  test('sort in creation order within one millisecond', () => {
    const make = createIdSequence('evt')
    const ids = Array.from({ length: 2000 }, () => make({ now: () => 1_000_000, random }))
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(ids).size, 2000)
    for (const id of ids) assert.equal(idSchema('evt').safeParse(id).success, true, id)
  })

  test('carry over from one digit to the next', () => {
    const make = createIdSequence('evt')
    const largest = { now: () => 5, random: (bytes: number) => Buffer.from([0, ...Array(bytes - 1).fill(31)]) }
    const [first = '', second = ''] = [make(largest), make(largest)]
    assert.equal(first.slice(14), `0${'Z'.repeat(15)}`)
    assert.equal(second.slice(14), `1${'0'.repeat(15)}`)
  })
})

describe('random values', () => {
  test('are refused when the pool could not fill them', () => {
    assert.equal(random(8192).length, 8192)
    assert.throws(() => random(8193), RangeError)
  })

  test('are never repeated, whatever the size requested', () => {
    const seen = new Set<string>()
    for (let round = 0; round < 5000; round++)
      seen.add(
        random(16 + (round % 17))
          .toString('hex')
          .slice(0, 32),
      )
    assert.equal(seen.size, 5000)
  })

  test('cannot be changed through an earlier result', () => {
    const first = random(32)
    const copy = Buffer.from(first)
    first.fill(0)
    assert.notDeepEqual(random(32), copy)
  })

  test('spread a nonce evenly over its alphabet', () => {
    const counts = new Map<string, number>()
    const rounds = 4000
    for (let round = 0; round < rounds; round++)
      for (const character of newNonce({ random })) counts.set(character, (counts.get(character) ?? 0) + 1)
    assert.equal(counts.size, 62)
    const expected = (rounds * 24) / 62
    // Chi-squared with 61 degrees of freedom is above 120 once in a hundred thousand runs.
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    assert.ok(chi < 120, String(chi))
  })

  test('give a session token 256 bits', () => {
    assert.match(newToken({ random }, 32), /^[\w-]{43}$/)
  })
})

describe('derived keys', () => {
  test('differ by purpose and secret and are deterministic', () => {
    const a = deriveKeys(Buffer.alloc(32, 1))
    const b = deriveKeys(Buffer.alloc(32, 2))
    const all = [a.challenge, a.setup, b.challenge, b.setup].map((key) => key.export().toString('hex'))
    assert.equal(new Set(all).size, 4)
    assert.ok(deriveKeys(Buffer.alloc(32, 1)).challenge.equals(a.challenge))
  })

  test('are compared whole', () => {
    assert.equal(equalBytes(Buffer.from('ab'), Buffer.from('ab')), true)
    assert.equal(equalBytes(Buffer.from('ab'), Buffer.from('abc')), false)
    assert.equal(equalBytes(Buffer.from('ab'), Buffer.from('ac')), false)
  })
})

describe('sealed values', () => {
  const { network: key, proof } = deriveKeys(Buffer.alloc(32, 1))
  const content = Buffer.from('https://rpc.example/key')
  const sealed = seal({ random }, { key, aad: 'network a', content })

  test('open to the original value and never look the same twice', () => {
    assert.deepEqual(open(sealed, { key, aad: 'network a' }), content)
    assert.equal(sealed.includes('rpc'), false)
    assert.notDeepEqual(seal({ random }, { key, aad: 'network a', content }), sealed)
  })

  test('do not open for another purpose, with another key or when modified', () => {
    assert.equal(open(sealed, { key, aad: 'network b' }), undefined)
    assert.equal(open(sealed, { key: proof, aad: 'network a' }), undefined)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.equal(open(changed, { key, aad: 'network a' }), undefined, String(index))
    }
    for (let length = 0; length < sealed.length; length++)
      assert.equal(open(sealed.subarray(0, length), { key, aad: 'network a' }), undefined, String(length))
  })
})

describe('the server secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-secret-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('is the configured one, and then no file is written', () => {
    const configured = Buffer.alloc(32, 7)
    assert.equal(loadSecret(configured, join(folder, 'none')), configured)
    assert.throws(() => statSync(join(folder, 'none')))
  })

  test('is created once, readable by its owner only, and leaves no temporary file', () => {
    const data = join(folder, 'data')
    const made = loadSecret(undefined, data)
    assert.equal(made.length, 32)
    assert.deepEqual(loadSecret(undefined, data), made)
    assert.deepEqual(readdirSync(data), ['secret.key'])
    assert.deepEqual([statSync(data).mode & 0o777, statSync(join(data, 'secret.key')).mode & 0o777], [0o700, 0o600])
  })

  test('is created although an earlier start left a temporary file', () => {
    const data = mkdtempSync(join(folder, 'crashed-'))
    writeFileSync(join(data, `secret.key.${process.pid}`), 'half')
    assert.equal(loadSecret(undefined, data).length, 32)
  })

  for (const content of ['', 'ab', 'not hex at all', 'ab'.repeat(33)]) {
    test(`is not read from a damaged file: ${JSON.stringify(content.slice(0, 20))}`, () => {
      const data = mkdtempSync(join(folder, 'damaged-'))
      writeFileSync(join(data, 'secret.key'), content)
      assert.throws(() => loadSecret(undefined, data), { name: 'ConfigError', variable: 'SECRET_KEY' })
    })
  }
})
