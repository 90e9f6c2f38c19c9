import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getTokens,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  readJwt,
  registerApp,
  type Tokens,
} from '../../../../test/support/oidc/relying-party.ts'
import { signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const IN_EVERY_TOKEN = ['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce']
const ALL = 'openid profile email wallet wallets groups'
const SCOPES = ['openid', 'profile', 'email', 'wallet', 'wallets', 'groups', 'offline_access'] as const

forDefaultEngine('the claims an app receives', (engine) => {
  let server: TestServer
  let person: SignedInPerson
  before(async () => {
    server = await startServer(engine)
    person = await signInPerson(server)
  })
  after(() => server.close())

  async function readIdToken(token: string) {
    const { iat: _, exp: __, at_hash: ___, nonce: ____, ...claims } = readJwt(token)
    return claims
  }

  test('contain all granted scopes in the first and later ID tokens and in userinfo', async () => {
    const party = await registerApp(server, { scopes: [...SCOPES], email: 'synthetic' })
    const first = await getTokens(person.browser, party, { scope: ALL })
    const { origin } = server.context.config
    const address = person.account.address
    const claims = await readIdToken(first.id_token)
    const { sub } = claims
    const about = {
      sub,
      name: `${address.slice(0, 6)}…${address.slice(-4)}`,
      preferred_username: address.toLowerCase(),
      picture: `${origin}/identicon/${address.toLowerCase()}.svg`,
      updated_at: Math.floor(server.clock.now / 1000),
      email: `${String(sub)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')}@localhost`,
      email_verified: false,
      wallet: `eip155:0:${address}`,
      wallet_kind: 'eoa',
      wallets: [`eip155:0:${address}`],
      groups: [],
    }
    assert.deepEqual(claims, {
      ...about,
      iss: `${origin}/oidc`,
      aud: party.app.clientId,
      auth_time: Math.floor(server.clock.now / 1000),
      acr: 'urn:countersign:acr:fresh',
      amr: ['pop'],
    })
    const second = await getTokens(person.browser, party, { scope: ALL })
    assert.deepEqual(await readIdToken(second.id_token), claims)
    assert.deepEqual((await fetchUserinfo(person.browser, second.access_token)).json, about)
  })

  test('contain acr, amr and auth_time after a new sign-in', async () => {
    const party = await registerApp(server)
    const signedAt = Date.now() - 120_000
    server.clock.now = signedAt
    const old = await signInPerson(server)
    server.clock.now = Date.now()
    const before = await readIdToken((await getTokens(old.browser, party)).id_token)
    assert.deepEqual(
      [before.acr, before.amr, before.auth_time],
      ['urn:countersign:acr:wallet', ['pop'], Math.floor(signedAt / 1000)],
    )
    await signIn(old.browser, old.account)
    const now = await readIdToken((await getTokens(old.browser, party, { prompt: 'consent' })).id_token)
    assert.deepEqual(
      [now.acr, now.amr, now.auth_time],
      ['urn:countersign:acr:fresh', ['pop'], Math.floor(server.clock.now / 1000)],
    )
  })

  test('follow group changes at once, in refreshed tokens and userinfo', async () => {
    const party = await registerApp(server)
    const person = await signInPerson(server)
    const tokens = await getTokens(person.browser, party)
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const created = await admin.browser.post('/api/admin/groups', { name: 'Crew', slug: 'crew' })
    const { id } = created.json as { id: string } // used at once
    const changeMembers = (add: string[], remove: string[]) =>
      admin.browser.call({ method: 'PUT', path: `/api/admin/groups/${id}/members`, body: { add, remove } })
    const readGroups = async () => {
      const renewed = (await refreshTokens(person.browser, party, tokens.refresh_token ?? '')).json as Tokens // compared next
      const userinfo = (await fetchUserinfo(person.browser, renewed.access_token)).json as { groups: string[] } // compared next
      return [readJwt(renewed.id_token).groups, userinfo.groups]
    }
    assert.equal((await changeMembers([person.personId], [])).status, 200)
    assert.deepEqual(await readGroups(), [['crew'], ['crew']])
    const renamed = await admin.change('PATCH', `/api/admin/groups/${id}`, { slug: 'sailors' })
    assert.equal(renamed.status, 200, renamed.text)
    assert.deepEqual(await readGroups(), [['sailors'], ['sailors']])
    assert.equal((await admin.change('DELETE', `/api/admin/groups/${id}`, undefined, 2)).status, 204)
    assert.deepEqual(await readGroups(), [[], []])
  })

  test('have a stable pairwise subject for each app', async () => {
    const one = await registerApp(server)
    const two = await registerApp(server)
    const open = await registerApp(server, { subjectType: 'public' })
    const subs: unknown[] = []
    for (const party of [one, one, two, open])
      subs.push((await readIdToken((await getTokens(person.browser, party)).id_token)).sub)
    assert.equal(subs[0], subs[1])
    assert.notEqual(subs[0], subs[2])
    assert.equal(subs[3], person.personId)
    assert.match(String(subs[0]), /^[A-Za-z0-9_-]{43}$/)
  })

  test('are limited to the current scopes of the app', async () => {
    const party = await registerApp(server, { scopes: [...SCOPES] })
    const tokens = await getTokens(person.browser, party, { scope: `${ALL} offline_access` })
    const left = JSON.stringify(['openid', 'wallet', 'offline_access'])
    await changeRows(server, 'UPDATE app SET scopes = ? WHERE id = ?', left, party.app.id)
    const { sub, wallet, wallet_kind } = readJwt(tokens.id_token)
    const about = { sub, wallet, wallet_kind }
    assert.deepEqual((await fetchUserinfo(person.browser, tokens.access_token)).json, about)
    const renewed = (await refreshTokens(person.browser, party, tokens.refresh_token ?? '')).json as Tokens // compared at once
    assert.deepEqual((await fetchUserinfo(person.browser, renewed.access_token)).json, about)
    assert.deepEqual(Object.keys(readJwt(renewed.id_token)).sort(), [...IN_EVERY_TOKEN, ...Object.keys(about)].sort())
  })

  test('contain no e-mail address without a policy for one', async () => {
    const party = await registerApp(server, { scopes: [...SCOPES] })
    const claims = await readIdToken((await getTokens(person.browser, party, { scope: ALL })).id_token)
    assert.deepEqual([claims.email, claims.email_verified], [undefined, undefined])
  })

  for (const alg of ['ES256', 'RS256'] as const)
    test(`are signed with ${alg} by a published key`, async () => {
      const party = await registerApp(server, { idTokenAlg: alg })
      const { id_token: token } = await getTokens(person.browser, party)
      const [head = '', body = '', signature = ''] = token.split('.')
      const header = JSON.parse(Buffer.from(head, 'base64url').toString())
      assert.equal(header.alg, alg)
      const { keys } = (await person.browser.get('/oidc/jwks')).json as { keys: Record<string, unknown>[] }
      const jwk = keys.find(({ kid }) => kid === header.kid)
      assert.deepEqual([jwk?.alg, jwk?.use, 'd' in (jwk ?? {})], [alg, 'sig', false])
      const key = createPublicKey({ key: jwk as never, format: 'jwk' })
      const dsaEncoding = alg === 'ES256' ? ({ dsaEncoding: 'ieee-p1363' } as const) : {}
      const isValidSignature = (text: string) =>
        verify('sha256', Buffer.from(text), { key, ...dsaEncoding }, Buffer.from(signature, 'base64url'))
      assert.deepEqual([isValidSignature(`${head}.${body}`), isValidSignature(`${head}.${body}x`)], [true, false])
    })

  test('require that an app without consent is shown once', async () => {
    const party = await registerApp(server, { consent: 'never' })
    const unseen = callbackParams(party, await person.browser.get(authorizeRequest(party, { prompt: 'none' }).path))
    assert.deepEqual([unseen.get('error'), unseen.get('code')], ['consent_required', null])
    const tokens = await getTokens(person.browser, party)
    assert.ok(tokens.id_token)
    const silent = await getTokens(person.browser, party, { prompt: 'none' })
    assert.equal(readJwt(silent.id_token).sub, readJwt(tokens.id_token).sub)
  })
})
