import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { changeRows, readRows } from '../support/database/rows.ts'
import { fetchUserinfo, getTokens } from '../support/oidc/app-sign-in.ts'
import { type RelyingParty, registerApp, requestToken } from '../support/oidc/relying-party.ts'
import { openBrowser } from '../support/server/http-browser.ts'
import { addPerson, readEvents } from '../support/server/people.ts'
import { type CommandResult, runCli, spawnCli } from '../support/server/run-cli.ts'
import { startServer, type TestServer } from '../support/server/server.ts'

const SECRET_KEY = 'ab'.repeat(32)

forDefaultEngine('countersign apps on a running server', (engine) => {
  let databaseUrl: string
  let server: TestServer
  let party: RelyingParty
  beforeEach(async () => {
    databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    server.clock.now = Date.now()
    party = await registerApp(server, { name: 'Notes', clientId: 'notes' })
  })
  afterEach(() => server.close())

  const options = () => ({ environment: { DATABASE_URL: databaseUrl, SECRET_KEY } })
  const run = (...words: string[]): Promise<CommandResult> => runCli(words, options())
  const secretsOf = async ({ app }: RelyingParty) =>
    (await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ? ORDER BY id', app.id)).map(({ id }) => id)

  /** Whether the token endpoint knows the app by this secret; the code is one nobody has. */
  async function isKnownBy(secret: string): Promise<boolean> {
    const call = { grant_type: 'authorization_code', code: 'x', redirect_uri: party.redirectUri, code_verifier: 'v' }
    const { status } = await requestToken(openBrowser(server), { ...party, secret }, call)
    assert.ok(status === 400 || status === 401, String(status))
    return status === 400
  }

  test('lists the apps as text and JSON', async () => {
    const spa = { name: 'A\u001b[31mtlas', clientId: 'atlas', kind: 'spa', authMethod: 'none' } as const
    const atlas = await registerApp(server, { ...spa, status: 'disabled' })
    await changeRows(server, 'UPDATE app SET people = 1200, last_sign_in_at = 0 WHERE id = ?', party.app.id)
    const { code, out, err } = await run('apps')
    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(
      out.split('\n').map((line) => line.split(/ {2,}/)),
      [
        ['Client ID', 'Name', 'Type', 'Status', 'People', 'Last sign-in'],
        ['atlas', 'A[31mtlas', 'spa', 'disabled', '0', '–'],
        ['notes', 'Notes', 'web', 'enabled', '1,200', '1970-01-01 00:00 UTC'],
        [''],
      ],
    )
    assert.deepEqual(JSON.parse((await run('apps', '--json')).out), [
      {
        ...{ id: atlas.app.id, clientId: 'atlas', name: spa.name, kind: 'spa', preset: 'other', status: 'disabled' },
        ...{ logo: null, people: 0, lastSignInAt: null },
      },
      {
        ...{ id: party.app.id, clientId: 'notes', name: 'Notes', kind: 'web', preset: 'other', status: 'active' },
        ...{ logo: null, people: 1200, lastSignInAt: '1970-01-01T00:00:00.000Z' },
      },
    ])
  })

  test('reports that there are no apps', async () => {
    await changeRows(server, "UPDATE app SET status = 'deleted'")
    assert.deepEqual(await run('apps'), {
      code: 0,
      out: 'No apps yet. Add one in the admin area under Apps.\n',
      err: '',
    })
    assert.equal((await run('apps', '--json')).out, '[]\n')
  })

  test('creates a second valid secret and prints only the secret to stdout', async () => {
    const { code, out, err } = await spawnCli(['apps', 'secret', 'notes'], options())
    assert.deepEqual([code, err], [0, 'New secret for Notes. It is shown only once. Existing secrets stay valid.\n'])
    assert.match(out, /^[A-Za-z0-9_-]{43}\n$/)
    const secret = out.trim()
    assert.deepEqual(
      [await isKnownBy(secret), await isKnownBy(party.secret), await isKnownBy('x')],
      [true, true, false],
    )
    const [, added] = await secretsOf(party)
    assert.deepEqual(await readEvents(server, 'app.secret_added'), [
      {
        ...{ kind: 'app.secret_added', outcome: 'ok', code: null, actor: 'system', actor_id: null },
        ...{ person_id: null, session_id: null },
        data: { app: 'Notes', appId: party.app.id, secret: added, because: 'command line' },
      },
    ])
    assert.ok(server.logLines.every((line) => !line.includes(secret)))
  })

  test('rejects a secret for a public app and beyond the maximum number', async () => {
    const native = await registerApp(server, { name: 'Pocket', clientId: 'pocket', kind: 'native', authMethod: 'none' })
    assert.deepEqual(await run('apps', 'secret', 'pocket'), {
      code: 1,
      out: '',
      err: 'Pocket is a public client and has no secret.\n',
    })
    assert.deepEqual(await secretsOf(native), [])
    for (let count = 1; count < SECRETS_PER_APP; count++) assert.equal((await run('apps', 'secret', 'notes')).code, 0)
    const full = await run('apps', 'secret', 'notes')
    assert.deepEqual([full.code, full.out, (await secretsOf(party)).length], [1, '', SECRETS_PER_APP])
    assert.match(full.err, /^Notes already has the maximum of 5 secrets\. Revoke one in the admin area under Apps\.\n$/)
  })

  test('disables an app at once and enables it again', async () => {
    const person = await addPerson(server)
    const { access_token } = await getTokens(person.browser, party)
    const isTokenAccepted = async () => (await fetchUserinfo(person.browser, access_token)).status === 200
    assert.equal(await isTokenAccepted(), true)
    assert.deepEqual(await run('apps', 'off', 'notes'), { code: 0, out: 'Notes is disabled now.\n', err: '' })
    assert.deepEqual([await isTokenAccepted(), await isKnownBy(party.secret)], [false, false])
    assert.equal((await run('apps', 'off', 'notes')).out, 'Notes is disabled already.\n')
    assert.equal((await run('apps', 'on', 'notes')).out, 'Notes is enabled now.\n')
    assert.deepEqual([await isTokenAccepted(), await isKnownBy(party.secret)], [true, true])
    const eventData = { app: 'Notes', appId: party.app.id, fields: 'status' }
    assert.deepEqual(
      (await readEvents(server, 'app.updated')).map(({ actor, data }) => [actor, data]),
      [
        ['system', { ...eventData, status: 'disabled', because: 'command line' }],
        ['system', { ...eventData, status: 'active', because: 'command line' }],
      ],
    )
    assert.deepEqual(await readRows(server, 'SELECT status, version FROM app'), [{ status: 'active', version: 3 }])
  })

  test('prints the violated rule and that nothing was changed', async () => {
    await changeRows(server, `UPDATE app SET redirect_uris = '["http://app.example/callback"]'`)
    assert.deepEqual(await run('apps', 'off', 'notes'), {
      code: 1,
      out: '',
      err: 'A URL of the app is invalid. Nothing was changed.\n',
    })
    assert.deepEqual(await readRows(server, 'SELECT status, version FROM app'), [{ status: 'active', version: 1 }])
  })

  test('changes nothing for an unknown or deleted app', async () => {
    await changeRows(server, "UPDATE app SET status = 'deleted'")
    for (const command of ['secret', 'off', 'on'])
      for (const clientId of ['notes', "' OR 1=1 --", party.app.id])
        assert.deepEqual(await run('apps', command, clientId), {
          code: 1,
          out: '',
          err: `No app has the client ID "${clientId}". List apps with: countersign apps\n`,
        })
    assert.deepEqual(await readEvents(server, 'app.updated', 'app.secret_added'), [])
  })
})
