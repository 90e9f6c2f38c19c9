import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { actAs } from '../../../../test/support/server/acting.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { rotateKey } from '../keys/keys.ts'
import { type Oidc, openOidc } from './provider.ts'

const RELOAD_EVERY_MS = 60_000

forDefaultEngine('openOidc', (engine) => {
  let server: TestServer
  let oidc: Oidc
  let reads: number
  beforeEach(async () => {
    server = await startServer(engine)
    oidc = openOidc(server.context)
    const { store } = server.context
    const { all } = store
    reads = 0
    store.all = (statement, ...values) => {
      if (statement.sqlite.includes('FROM signing_key')) reads++
      return all(statement, ...values)
    }
  })
  afterEach(() => server.close())

  /** Whether the keys were read for the request. */
  async function isReloaded(): Promise<boolean> {
    const before = reads
    await oidc.provider()
    return reads > before
  }

  async function rotate(distrust = true): Promise<void> {
    await rotateKey(server.context, actAs(server.context), { alg: 'ES256', distrust })
  }

  test('reads the keys once a minute, and keeps the provider while they are the same', async () => {
    const first = await oidc.provider()
    await oidc.provider() // The first request stored the keys.
    server.clock.now += RELOAD_EVERY_MS - 1
    assert.equal(await isReloaded(), false)
    server.clock.now += 1
    assert.equal(await isReloaded(), true)
    server.clock.now += RELOAD_EVERY_MS - 1
    assert.equal(await isReloaded(), false)
    assert.equal(await oidc.provider(), first)
  })

  test('creates another provider as soon as a key changes', async () => {
    const first = await oidc.provider()
    await oidc.provider()
    await rotate()
    const second = await oidc.provider()
    assert.notEqual(second, first)
    assert.equal(await isReloaded(), false)
    assert.equal(await oidc.provider(), second)
  })

  test('loads the keys once for requests that come at the same time', async () => {
    await oidc.provider()
    server.clock.now += RELOAD_EVERY_MS
    const before = reads
    await oidc.provider()
    const once = reads - before
    server.clock.now += RELOAD_EVERY_MS
    const providers = await Promise.all([1, 2, 3].map(() => oidc.provider()))
    assert.equal(new Set(providers).size, 1)
    assert.equal(reads - before, 2 * once)
  })

  test('loads the keys again after it could not', async () => {
    const { store } = server.context
    const { all } = store
    store.all = () => Promise.reject(new Error('connection lost'))
    await assert.rejects(oidc.provider(), /connection lost/)
    store.all = all
    assert.ok(await oidc.provider())
  })

  test('does not wait for keys that were read before they changed', async () => {
    await oidc.provider()
    await oidc.provider()
    server.clock.now += RELOAD_EVERY_MS
    const { store } = server.context
    const { all } = store
    const [reading, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    store.all = async (statement, ...values) => {
      store.all = all
      const rows = await all(statement, ...values)
      reading.resolve()
      await done.promise
      return rows
    }
    const slow = oidc.provider()
    await reading.promise
    await rotate()
    const current = await oidc.provider()
    done.resolve()
    assert.notEqual(await slow, current)
    assert.equal(await oidc.provider(), await oidc.provider())
  })
})
