import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isHigh, mayDo, outranks } from './permission.ts'
import { roleSchema } from './person.ts'

describe('a role', () => {
  test('may do what its own row says and nothing of a higher one', () => {
    const table = roleSchema.options.map((role) => [
      role,
      mayDo(role, 'self'),
      mayDo(role, 'people.read'),
      mayDo(role, 'people.write'),
      mayDo(role, 'settings.write'),
    ])
    assert.deepEqual(table, [
      ['member', true, false, false, false],
      ['auditor', true, true, false, false],
      ['admin', true, true, true, false],
      ['owner', true, true, true, true],
    ])
  })

  test('acts on its equals and on those below', () => {
    assert.deepEqual(
      roleSchema.options.map((other) => outranks('admin', other)),
      [true, true, true, false],
    )
  })

  test('is high from admin on', () => assert.deepEqual(roleSchema.options.map(isHigh), [false, false, true, true]))
})
