import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { fakeTimers, settled } from '../../../test/support/fake-page.ts'
import { createChallenges } from './challenges.ts'

const HOUR = 3_600_000

type Options = { clockOffset?: number; fail?: () => boolean; isCurrent?: (challenge: Challenge) => boolean }

function openChallenges({ clockOffset = 0, fail, ...options }: Options = {}) {
  const timers = fakeTimers()
  let fetched = 0
  const fetchChallenge = async () => {
    if (fail?.()) throw new Error('no')
    const issued = timers.now() + clockOffset
    return {
      id: `chl ${++fetched}`,
      issuedAt: new Date(issued).toISOString(),
      expiresAt: new Date(issued + 600_000).toISOString(),
    } as Challenge // other fields are not read
  }
  const challenges = createChallenges({ fetchChallenge, timers, ...options })
  return { timers, challenges, fetched: () => fetched }
}

test('prefetches one challenge, however often it is requested', async () => {
  const { challenges, fetched } = openChallenges()
  challenges.prefetch()
  challenges.prefetch()
  await Promise.all([challenges.get(), challenges.get()])
  assert.equal(fetched(), 1)
  assert.equal(challenges.fresh()?.challenge.id, 'chl 1')
})

test('replaces a challenge with less than a minute left', async () => {
  const { challenges, timers, fetched } = openChallenges()
  await challenges.get()
  await timers.advance(540_000)
  assert.equal(fetched(), 1)
  assert.equal(challenges.fresh()?.challenge.id, 'chl 1')
  await timers.advance(1)
  assert.equal(challenges.fresh()?.challenge.id, 'chl 2')
})

test("does not depend on the device's clock", async () => {
  for (const clockOffset of [-HOUR, HOUR]) {
    const { challenges, timers } = openChallenges({ clockOffset })
    assert.equal((await challenges.get()).endsAt, timers.now() + 600_000)
  }
})

test('does not return a used challenge, and keeps a newer one', async () => {
  const { challenges } = openChallenges()
  const first = await challenges.get()
  challenges.discard(first)
  assert.equal(challenges.fresh(), undefined)
  const second = await challenges.get()
  challenges.discard(first)
  assert.equal(challenges.fresh(), second)
})

test('repeats a failed prefetch on demand', async () => {
  let down = true
  const { challenges } = openChallenges({ fail: () => down })
  challenges.prefetch()
  await settled()
  await assert.rejects(challenges.get())
  down = false
  assert.equal((await challenges.get()).challenge.id, 'chl 1')
})

test('stops fetching after dispose', async () => {
  const { challenges, timers, fetched } = openChallenges()
  await challenges.get()
  challenges.dispose()
  await timers.advance(HOUR)
  assert.equal(fetched(), 1)
})

test('replaces a challenge that states something else by now, also one on its way', async () => {
  let current = 'chl 1'
  const { challenges } = openChallenges({ isCurrent: ({ id }) => id === current })
  await challenges.get()
  current = 'chl 3'
  assert.equal(challenges.fresh(), undefined)
  assert.equal((await challenges.get()).challenge.id, 'chl 3')
})
