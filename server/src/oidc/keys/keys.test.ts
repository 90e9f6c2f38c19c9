import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { KEY_ACTIVE_MS, KEY_NEXT_MS, KEY_RETIRING_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Finding } from '@countersign/contract/routes/admin/health.ts'
import type { SigningKey } from '@countersign/contract/routes/admin/key.ts'
import { keySchema } from '@countersign/contract/schemas/admin/key.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  locationOf,
  type RelyingParty,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

type Jwk = JsonWebKey & { kid: string; alg: string }

forEachEngine('signing keys', (engine, testOnce) => {
  let server: TestServer
  let started: TestServer[]
  let databaseUrl: string
  beforeEach(async () => {
    databaseUrl = await engine.createDatabase()
    started = []
    server = await startTestServer()
  })
  afterEach(() => Promise.all(started.map((each) => each.close())))

  async function startTestServer(secret = 'ab'.repeat(32)): Promise<TestServer> {
    const node = await startServer(engine, { databaseUrl, secret })
    started.push(node)
    return node
  }
  /** With a new owner, since a session does not last as long as a key. */
  async function listKeys(node = server): Promise<SigningKey[]> {
    const owner = await addPerson(node, 'owner')
    const { items } = (await owner.browser.get('/api/admin/keys')).json as { items: unknown[] } // checked next
    return items.map((item) => keySchema.parse(item))
  }
  const keysOfAlg = async (alg: string) => (await listKeys()).filter((key) => key.alg === alg)
  const statesOf = (keys: SigningKey[]) => keys.map(({ status }) => status)
  const readJwks = async (node = server) => ((await openBrowser(node).get('/oidc/jwks')).json as { keys: Jwk[] }).keys // compared by the tests
  const readKids = async (node = server) => (await readJwks(node)).map(({ kid }) => kid).sort()

  async function rotateKey(alg: string, distrust: boolean) {
    const owner = await addPerson(server, 'owner')
    await grantStepUp(server, owner, 'keys.rotate')
    const response = await owner.browser.post('/api/admin/keys/rotate', { alg, distrust })
    assert.equal(response.status, 200, response.text)
    return owner
  }

  async function signedBy(party: RelyingParty, node = server): Promise<{ token: string; kid: string }> {
    return signedFor((await addPerson(node)).browser, party)
  }

  async function signedFor(browser: Browser, party: RelyingParty): Promise<{ token: string; kid: string }> {
    const request = authorizeRequest(party)
    const interactionId = interactionIdOf(await browser.get(request.path))
    const params = callbackParams(party, await submitDecision(browser, interactionId, 'allow'))
    const { id_token: token } = await exchangeCode(browser, party, request, params.get('code') ?? '')
    return { token, kid: JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid }
  }

  async function isSignedByPublishedKey(token: string): Promise<boolean> {
    const [header = '', body = '', signature = ''] = token.split('.')
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const jwk = (await readJwks()).find((key) => key.kid === kid && key.alg === alg)
    if (!jwk) return false
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const bytes = Buffer.from(`${header}.${body}`)
    return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  }

  testOnce('exist from the first request, one active key of each algorithm, public members only', async () => {
    const at = server.clock.now
    const isoAfter = (after: number) => new Date(at + after).toISOString()
    const keys = await listKeys()
    assert.deepEqual(
      keys.map(({ kid: _, ...key }) => key).sort((a, b) => a.alg.localeCompare(b.alg)),
      (['ES256', 'RS256'] as const).map((alg) => ({
        alg,
        status: 'active',
        createdAt: isoAfter(0),
        activeFrom: isoAfter(0),
        retireAt: isoAfter(KEY_ACTIVE_MS),
        removeAt: isoAfter(KEY_ACTIVE_MS + KEY_RETIRING_MS),
      })),
    )
    assert.deepEqual(await readKids(), keys.map(({ kid }) => kid).sort())
    for (const jwk of await readJwks()) for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) assert.ok(!(part in jwk))
    const [row] = await readRows(server, "SELECT private_sealed FROM signing_key WHERE alg = 'ES256'")
    assert.ok(row?.private_sealed instanceof Uint8Array)
    assert.equal(Buffer.from(row.private_sealed).includes('"d"'), false)
  })

  testOnce('sign with the algorithm of the app, and verify its tokens', async () => {
    const ec = await signedBy(await registerApp(server))
    const rsa = await signedBy(await registerApp(server, { idTokenAlg: 'RS256' }))
    const active = await listKeys()
    assert.equal(ec.kid, active.find(({ alg }) => alg === 'ES256')?.kid)
    assert.equal(rsa.kid, active.find(({ alg }) => alg === 'RS256')?.kid)
    assert.deepEqual([await isSignedByPublishedKey(ec.token), await isSignedByPublishedKey(rsa.token)], [true, true])
    assert.equal(await isSignedByPublishedKey(ec.token.replace(/.{10}$/, 'AAAAAAAAAA')), false)
  })

  testOnce(
    'follow one another: the next is published a week before it signs, the old one a month after it signed',
    async () => {
      const begun = server.clock.now
      const party = await registerApp(server)
      const first = await signedBy(party)
      server.clock.now = begun + KEY_ACTIVE_MS - 7 * KEY_NEXT_MS - 1
      assert.deepEqual(statesOf(await keysOfAlg('ES256')), ['active'])
      server.clock.now += 1
      const [active, next] = await keysOfAlg('ES256')
      assert.deepEqual([active?.status, active?.kid, next?.status], ['active', first.kid, 'next'])
      assert.equal(next?.activeFrom, active?.retireAt)
      assert.ok((await readKids()).includes(next?.kid ?? ''))
      assert.equal((await signedBy(party)).kid, first.kid)

      server.clock.now = begun + KEY_ACTIVE_MS
      assert.deepEqual(statesOf(await keysOfAlg('ES256')), ['active', 'retiring'])
      const second = await signedBy(party)
      assert.equal(second.kid, next?.kid)
      assert.deepEqual(
        [await isSignedByPublishedKey(first.token), await isSignedByPublishedKey(second.token)],
        [true, true],
      )

      server.clock.now = begun + KEY_ACTIVE_MS + KEY_RETIRING_MS - 1
      assert.equal(await isSignedByPublishedKey(first.token), true)
      server.clock.now += 60_000
      assert.equal(await isSignedByPublishedKey(first.token), false)
      assert.deepEqual(await readRows(server, 'SELECT kid FROM signing_key WHERE kid = ?', first.kid), [])
      assert.equal(await isSignedByPublishedKey(second.token), true)
    },
  )

  test('that became due while the server was off are created once by several nodes', async () => {
    await listKeys()
    const other = await startTestServer()
    const farFuture = server.clock.now + 2 * KEY_ACTIVE_MS
    server.clock.now = farFuture
    other.clock.now = farFuture
    const [firstKids, secondKids] = await Promise.all([readKids(server), readKids(other)])
    assert.equal(firstKids.length, 2)
    assert.deepEqual(firstKids, secondKids)
    assert.deepEqual(statesOf(await listKeys()), ['active', 'active'])
  })

  test('are created once by nodes that start together', async () => {
    const nodes = [server, await startTestServer(), await startTestServer()]
    const seen = await Promise.all(nodes.map((node) => readKids(node)))
    assert.equal(seen[0]?.length, 2)
    for (const each of seen) assert.deepEqual(each, seen[0])
    assert.equal((await readRows(server, 'SELECT kid FROM signing_key')).length, 2)
  })

  testOnce('are rotated by an owner with a step-up; earlier signatures stay valid', async () => {
    const party = await registerApp(server)
    const before = await signedBy(party)
    const [other] = await keysOfAlg('RS256')
    const refused = await addPerson(server, 'owner')
    expectProblem(
      await refused.browser.post('/api/admin/keys/rotate', { alg: 'ES256', distrust: false }),
      'step_up_required',
    )
    server.clock.now += 1000
    const owner = await rotateKey('ES256', false)
    const after = await signedBy(party)
    assert.notEqual(after.kid, before.kid)
    assert.deepEqual(
      [await isSignedByPublishedKey(before.token), await isSignedByPublishedKey(after.token)],
      [true, true],
    )
    const [active, old] = await keysOfAlg('ES256')
    const now = server.clock.now
    assert.deepEqual(
      [active?.kid, active?.status, old?.kid, old?.status, old?.retireAt, old?.removeAt],
      [
        after.kid,
        'active',
        before.kid,
        'retiring',
        ...[now, now + KEY_RETIRING_MS].map((at) => new Date(at).toISOString()),
      ],
    )
    assert.deepEqual(await keysOfAlg('RS256'), [other])
    assert.deepEqual(await readEvents(server, 'key.rotated'), [
      {
        kind: 'key.rotated',
        outcome: 'ok',
        code: null,
        actor: 'person',
        actor_id: owner.id,
        person_id: null,
        session_id: owner.sessionId,
        data: { alg: 'ES256', distrust: false, kid: after.kid },
      },
    ])
  })

  testOnce('that are distrusted are removed at once', async () => {
    const party = await registerApp(server)
    const before = await signedBy(party)
    server.clock.now += KEY_ACTIVE_MS - KEY_NEXT_MS
    assert.deepEqual(statesOf(await keysOfAlg('ES256')), ['active', 'next'])
    await rotateKey('ES256', true)
    assert.equal(await isSignedByPublishedKey(before.token), false)
    const left = await keysOfAlg('ES256')
    assert.deepEqual(statesOf(left), ['active'])
    assert.equal((await signedBy(party)).kid, left[0]?.kid)
  })

  test('rotated on one node sign on every other with its next request', async () => {
    const other = await startTestServer()
    const party = await registerApp(server)
    const before = await signedBy(party, other)
    server.clock.now += 1000
    other.clock.now += 1000
    await rotateKey('ES256', false)
    const kids = await readKids(other)
    const after = await signedBy(party, other)
    assert.notEqual(after.kid, before.kid)
    assert.deepEqual([kids.includes(after.kid), kids.includes(before.kid)], [true, true])
  })

  test('distrusted on one node are neither published nor accepted nor used on another', async () => {
    const other = await startTestServer()
    const party = await registerApp(server)
    const { browser } = await addPerson(other)
    const before = await signedFor(browser, party)
    await rotateKey('ES256', true)
    const leaving = `/oidc/end-session?${new URLSearchParams({ id_token_hint: before.token })}`
    const left = await browser.get(leaving, { accept: 'text/html' })
    assert.equal(locationOf(left), '/app-problem?code=invalid_sign_out')
    assert.equal((await browser.get('/api/session')).status, 200)
    const hinted = authorizeRequest(party, { prompt: 'none', id_token_hint: before.token })
    assert.equal(callbackParams(party, await browser.get(hinted.path)).get('error'), 'invalid_request')
    assert.equal((await readKids(other)).includes(before.kid), false)
    assert.notEqual((await signedBy(party, other)).kid, before.kid)
  })

  test('distrusted on one node while another loads them are not kept there', async () => {
    const other = await startTestServer()
    const party = await registerApp(server)
    const before = await signedBy(party)
    const { all } = other.context.store
    const rotated = Promise.withResolvers<unknown>()
    other.context.store.all = async (statement, ...values) => {
      const rows = await all(statement, ...values)
      if (!statement.sqlite.includes('FROM signing_key')) return rows
      other.context.store.all = all
      await rotateKey('ES256', true).then(rotated.resolve, rotated.reject)
      return rows
    }
    const [, kids] = await Promise.all([readKids(other), rotated.promise.then(() => readKids(other))])
    assert.equal(kids.includes(before.kid), false)
    assert.deepEqual(await readKids(other), kids)
  })

  test('rotated concurrently leave one active key', async () => {
    await listKeys()
    server.clock.now += 1000
    await Promise.all([rotateKey('ES256', false), rotateKey('ES256', false)])
    server.clock.now += 1000
    assert.deepEqual(statesOf(await keysOfAlg('ES256')), ['active', 'retiring', 'retiring'])
  })

  testOnce(
    'encrypted with another secret are kept: new ones sign, and the health page shows how to fix it',
    async () => {
      const old = await readKids()
      await startTestServer('cd'.repeat(32))
      const [, node] = started
      assert.ok(node)
      const readFinding = async () => {
        const owner = await addPerson(node, 'owner')
        const { items } = (await owner.browser.get('/api/admin/health')).json as { items: Finding[] } // compared next
        return items.find(({ check }) => check === 'keys')
      }
      const [firstKids, secondKids] = await Promise.all([
        readKids(node),
        readKids(await startTestServer('cd'.repeat(32))),
      ])
      assert.equal(firstKids.length, 2)
      assert.deepEqual(firstKids, secondKids)
      assert.deepEqual(
        firstKids.filter((kid) => old.includes(kid)),
        [],
      )
      const result = await readFinding()
      assert.equal(result?.state, 'bad')
      assert.match(result?.text ?? '', /^2 signing keys can’t be decrypted because SECRET_KEY has changed/)
      assert.deepEqual(await readKids(server), old)
      server = node
      server.clock.now += 1000
      const party = await registerApp(server)
      assert.equal(await isSignedByPublishedKey((await signedBy(party)).token), true)
      await rotateKey('ES256', true)
      await rotateKey('RS256', true)
      assert.deepEqual((await readFinding())?.state, 'good')
      assert.equal((await readRows(server, 'SELECT kid FROM signing_key')).length, 2)
    },
  )
})
