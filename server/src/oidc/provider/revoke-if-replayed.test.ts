import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { findItem, saveItem } from '../adapters/oidc-item.store.ts'
import { revokeIfReplayed } from './revoke-if-replayed.ts'

const TOKEN = { model: 'AccessToken', idHash: sha256('token') }
const CODE = { jti: 'code', grantId: 'grant_1' }

forDefaultEngine('revokeIfReplayed', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())
  beforeEach(() =>
    saveItem(server.context.store, { ...TOKEN, payload: '{}', grantId: CODE.grantId, expiresAt: server.clock.now }),
  )

  const isTokenStored = async () => (await findItem(server.context.store, TOKEN)) !== undefined

  /** Answers a token request that used these. */
  async function answer(entities: Record<string, object>, { status = 200, context = server.context } = {}) {
    const headers: Record<string, string> = {}
    const set = (name: string, value: string) => Object.assign(headers, { [name]: value })
    const ctx = { status, body: 'tokens', set, oidc: { entities } }
    await revokeIfReplayed(context, ctx as unknown as KoaContextWithOIDC) // nothing else is read
    return { status: ctx.status, body: ctx.body, headers }
  }

  test('revokes the tokens when their code or refresh token is gone', async () => {
    for (const name of ['AuthorizationCode', 'RotatedRefreshToken']) {
      await answer({ [name]: CODE })
      assert.equal(await isTokenStored(), false, name)
      await saveItem(server.context.store, { ...TOKEN, payload: '{}', grantId: CODE.grantId, expiresAt: 0 })
    }
  })

  test('keeps them while it is stored', async () => {
    const models = { AuthorizationCode: 'AuthorizationCode', RotatedRefreshToken: 'RefreshToken' }
    for (const [name, model] of Object.entries(models)) {
      const jti = `used ${model}`
      await saveItem(server.context.store, { model, idHash: sha256(jti), payload: '{}', expiresAt: server.clock.now })
      assert.equal((await answer({ [name]: { ...CODE, jti } })).status, 200)
      assert.equal(await isTokenStored(), true, name)
    }
  })

  test('revokes nothing by a request that was refused', async () => {
    assert.equal((await answer({ AuthorizationCode: CODE }, { status: 400 })).status, 400)
    assert.equal(await isTokenStored(), true)
  })

  test('leaves other responses as they are', async () => {
    const unchanged = { status: 200, body: 'tokens', headers: {} }
    assert.deepEqual(await answer({}), unchanged)
    assert.deepEqual(await answer({ AuthorizationCode: { jti: 'code' } }), unchanged)
  })

  test('gives out no tokens while it cannot check', async () => {
    const warnings: unknown[] = []
    const log = { warn: (...logged: unknown[]) => void warnings.push(logged) }
    const store = { one: () => Promise.reject(new Error('connection lost')) }
    const context = { store, log } as unknown as Context // nothing else is used
    assert.deepEqual(await answer({ AuthorizationCode: CODE }, { context }), {
      status: 503,
      body: { error: 'temporarily_unavailable' },
      headers: { 'Retry-After': '5' },
    })
    assert.deepEqual(warnings, [['could not check whether a code was replayed', { reason: 'Error: connection lost' }]])
  })
})
