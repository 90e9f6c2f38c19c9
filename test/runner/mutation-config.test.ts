import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { groups } from '../mutation/stryker.config.mjs'

const ROOT = join(import.meta.dirname, '..', '..')

describe('the mutation run', () => {
  test('names files that exist', () => {
    const missing = groups
      .flatMap(({ mutate, tests }) => [...mutate, ...tests])
      .filter((path) => !existsSync(join(ROOT, path)))
    assert.deepEqual(missing, [])
  })

  test('documents equivalent mutants of functions that exist, in files that are mutated', () => {
    const mutated = new Set(groups.flatMap(({ mutate }) => mutate))
    const rows = readFileSync(join(ROOT, 'docs', 'mutation.md'), 'utf8').matchAll(/^\| (`[^|]+) \|/gm)
    const places = [...rows].map(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    const wrong = places.flatMap(([file = '', ...names]) => {
      if (!mutated.has(file)) return [file]
      const source = readFileSync(join(ROOT, file), 'utf8')
      return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source)).map((name) => `${file}: ${name}`)
    })
    assert.ok(places.length > 0)
    assert.deepEqual(wrong, [])
  })
})
