import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccessRule } from '@countersign/contract/access.ts'
import type { Context } from '../../context.ts'
import { isAllowed } from './app-access.ts'

/** A store with the groups of one person, which records every lookup. */
function openStore(ids: string[]) {
  const lookups: string[] = []
  const lookUp = async ({ name }: { name: string }) => {
    lookups.push(name)
    return { ids, slugs: [], rules: [] }
  }
  return { context: { store: { lookUp } } as unknown as Context, lookups } // memberships are all that is read
}

const groups = (...groupIds: string[]): AccessRule => ({ access: 'groups', groupIds })

describe('isAllowed', () => {
  test('allows everyone into an app for everyone, without looking at their groups', async () => {
    const { context, lookups } = openStore([])
    assert.equal(await isAllowed(context, { access: 'everyone', groupIds: [] }, 'per_1'), true)
    assert.deepEqual(lookups, [])
  })

  test('allows people in one of the groups of the app', async () => {
    const { context, lookups } = openStore(['grp_2', 'grp_3'])
    assert.equal(await isAllowed(context, groups('grp_1', 'grp_2'), 'per_1'), true)
    assert.deepEqual(lookups, ['per_1'])
  })

  test('rejects people in none of the groups of the app', async () => {
    assert.equal(await isAllowed(openStore(['grp_3']).context, groups('grp_1'), 'per_1'), false)
    assert.equal(await isAllowed(openStore([]).context, groups('grp_1'), 'per_1'), false)
  })

  test('rejects everyone when the groups of the app were deleted', async () => {
    assert.equal(await isAllowed(openStore(['grp_3']).context, groups(), 'per_1'), false)
  })
})
