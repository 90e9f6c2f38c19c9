import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { groups } from '../mutation/stryker.config.mjs'

const ROOT = join(import.meta.dirname, '..', '..')

test('the mutation run names files that exist', () => {
  const missing = groups
    .flatMap(({ mutate, tests }) => [...mutate, ...tests])
    .filter((path) => !existsSync(join(ROOT, path)))
  assert.deepEqual(missing, [])
})
