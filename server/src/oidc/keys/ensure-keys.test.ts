import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { KEY_ACTIVE_MS, KEY_NEXT_MS, KEY_RETIRING_MS } from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { actAs } from '../../../../test/support/server/acting.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { findKeys, type KeyAlgorithm, type KeyRecord } from './key.store.ts'
import { decryptKeys, ensureKeys, findPublishedKeys, listKeys, rotateKey } from './keys.ts'

const AHEAD_MS = 7 * KEY_NEXT_MS

forDefaultEngine('ensureKeys', (engine) => {
  let server: TestServer
  let databaseUrl: string
  let begun: number
  beforeEach(async () => {
    databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    begun = server.clock.now
    await ensureKeys(server.context)
  })
  afterEach(() => server.close())

  const ensureAt = (after: number) => {
    server.clock.now = begun + after
    return ensureKeys(server.context)
  }
  const algorithmsOf = (keys: readonly KeyRecord[]) => keys.map(({ alg }) => alg)
  const stored = () => findKeys(server.context.store)

  async function rotate(alg: KeyAlgorithm, { distrust = false } = {}) {
    await rotateKey(server.context, actAs(server.context), { alg, distrust })
  }
  const listed = async () =>
    (await listKeys(server.context)).items.map(({ alg, status, activeFrom, retireAt }) => ({
      ...{ alg, status },
      from: Date.parse(activeFrom) - begun,
      until: Date.parse(retireAt) - begun,
    }))

  test('creates keys that are active from the beginning of time, so that several nodes create the same', async () => {
    const keys = await stored()
    assert.deepEqual(
      keys.map(({ alg, activeFrom }) => [alg, activeFrom]),
      [
        ['ES256', 0],
        ['RS256', 0],
      ],
    )
    const decrypted = decryptKeys(server.context, keys)
    assert.deepEqual(
      decrypted.map(({ kid, alg, privateJwk }) => ({ kid, alg, isPrivate: typeof privateJwk.d === 'string' })),
      keys.map(({ kid, alg }) => ({ kid, alg, isPrivate: true })),
    )
  })

  test('removes a key at the moment its time is over, and lists it no longer', async () => {
    await ensureAt(KEY_ACTIVE_MS)
    await ensureAt(KEY_ACTIVE_MS + KEY_RETIRING_MS - 1)
    assert.equal((await stored()).length, 4)
    const keys = await ensureAt(KEY_ACTIVE_MS + KEY_RETIRING_MS)
    assert.deepEqual(algorithmsOf(keys), ['ES256', 'RS256'])
    assert.deepEqual(await stored(), keys)
  })

  test('removes all keys when the time of all is over', async () => {
    const old = await stored()
    await ensureAt(KEY_ACTIVE_MS + KEY_RETIRING_MS + 1)
    assert.deepEqual(
      (await stored()).filter(({ kid }) => old.some((key) => key.kid === kid)),
      [],
    )
  })

  test('gives each algorithm its own next key', async () => {
    server.clock.now += KEY_ACTIVE_MS / 2
    await rotate('ES256')
    const keys = await ensureAt(KEY_ACTIVE_MS - AHEAD_MS)
    assert.deepEqual(algorithmsOf(keys.filter(({ activeFrom }) => activeFrom > server.clock.now)), ['RS256'])
  })

  test('lists active keys first, then retiring ones, each from the newest', async () => {
    server.clock.now += 1000
    await rotate('RS256')
    server.clock.now += 1000
    await rotate('RS256')
    assert.deepEqual(await listed(), [
      { alg: 'RS256', status: 'active', from: 2000, until: KEY_ACTIVE_MS + 2000 },
      { alg: 'ES256', status: 'active', from: 0, until: KEY_ACTIVE_MS },
      { alg: 'RS256', status: 'retiring', from: 1000, until: 2000 },
      { alg: 'RS256', status: 'retiring', from: 0, until: 1000 },
    ])
  })

  test('keeps the newest of several rotations in the same millisecond', async () => {
    server.clock.now += 1000
    for (let count = 0; count < 3; count++) await rotate('ES256')
    server.clock.now += 1000
    const states = (await listed()).filter(({ alg }) => alg === 'ES256').map(({ status, from }) => ({ status, from }))
    assert.deepEqual(states, [
      { status: 'active', from: 1001 },
      { status: 'retiring', from: 1000 },
      { status: 'retiring', from: 0 },
    ])
  })

  test('replaces all keys of an algorithm by one that is active at once when they are distrusted', async () => {
    await ensureAt(KEY_ACTIVE_MS - AHEAD_MS)
    await rotate('ES256', { distrust: true })
    const from = KEY_ACTIVE_MS - AHEAD_MS
    assert.deepEqual(
      (await listed()).filter(({ alg }) => alg === 'ES256'),
      [{ alg: 'ES256', status: 'active', from, until: from + KEY_ACTIVE_MS }],
    )
  })

  test('replaces keys encrypted with another secret from their own start, not from that of the next ones', async () => {
    await ensureAt(KEY_ACTIVE_MS - AHEAD_MS)
    await rotate('RS256')
    const other = await startServer(engine, { databaseUrl, secret: 'cd'.repeat(32) })
    try {
      other.clock.now = server.clock.now
      const keys = await ensureKeys(other.context)
      assert.deepEqual(keys.map(({ alg, activeFrom }) => [alg, activeFrom]).toSorted(), [
        ['ES256', 1],
        ['RS256', server.clock.now + 1],
      ])
    } finally {
      await other.close()
    }
  })

  test('encrypted with another secret are published, but neither used nor listed', async () => {
    const keys = await stored()
    const other = await startServer(engine, { databaseUrl, secret: 'cd'.repeat(32) })
    try {
      assert.deepEqual(decryptKeys(other.context, keys), [])
      assert.deepEqual(
        (await findPublishedKeys(other.context)).map(({ canDecrypt }) => canDecrypt),
        [false, false],
      )
      const own = await ensureKeys(other.context)
      assert.deepEqual(
        own.map(({ alg, activeFrom }) => ({ alg, activeFrom })).sort((a, b) => a.alg.localeCompare(b.alg)),
        keys.map(({ alg, activeFrom }) => ({ alg, activeFrom: activeFrom + 1 })),
      )
      const published = await findPublishedKeys(server.context)
      assert.deepEqual(published.filter(({ canDecrypt }) => canDecrypt).length, 2)
      server.clock.now = Math.max(...published.map(({ removeAt }) => removeAt))
      assert.deepEqual(await findPublishedKeys(server.context), [])
    } finally {
      await other.close()
    }
  })
})
