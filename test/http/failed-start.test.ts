import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { nodeOptions } from '../../server/node-options.mjs'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { runServer } from '../../server/src/run-server.ts'
import { freePort } from '../support/free-port.ts'
import { inheritedEnvironment, startServerProcess } from '../support/server/server-process.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Root can write everywhere, so that the server of a test runs as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

type Options = { environment?: Record<string, string>; user?: { uid?: number; gid?: number }; shell?: string }

/** Starts the server, which must fail, and returns the line after the first. */
async function failureOf({ environment = {}, user = {}, shell }: Options): Promise<string> {
  const command = [process.execPath, ...nodeOptions, 'server/start.mjs']
  const [program = '', ...args] = shell ? ['sh', '-c', `${shell}; exec "$@"`, 'sh', ...command] : command
  const env = { ...inheritedEnvironment(), PORT: String(await freePort()), ...environment }
  const child = spawn(program, args, { cwd: ROOT, env, ...user })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 1, errors)
  const [first, line = '', ...rest] = errors.split('\n')
  assert.deepEqual([first, rest], ['Countersign did not start.', ['']], errors)
  return line
}

describe('a failed start', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-failed-'))
    chmodSync(folder, 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function startsNow(environment: Record<string, string>) {
    const server = await startServerProcess({ databaseUrl: '', environment: { SECRET_KEY: '', ...environment } })
    assert.equal(await server.stop(), 0)
  }

  test('names a data folder that is a file, and the next start works', async () => {
    const data = join(folder, 'data')
    writeFileSync(data, '')
    const fix = 'Set a folder that this user can write to.'
    assert.equal(
      await failureOf({ environment: { DATA_DIR: data } }),
      `DATA_DIR: ${data} is a file, not a folder. ${fix}`,
    )
    const below = await failureOf({ environment: { DATA_DIR: join(data, 'below'), SECRET_KEY: 'ab'.repeat(32) } })
    assert.equal(below, `DATA_DIR: ${data}/below is below a file. ${fix}`)
    rmSync(data)
    await startsNow({ DATA_DIR: data })
  })

  test('names a data folder that is read-only, and leaves nothing in it', async () => {
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o555 })
    const environment = { DATA_DIR: data }
    assert.equal(
      await failureOf({ environment, user: NOBODY }),
      `DATA_DIR: ${data} is not accessible to this user. Set a folder that this user can write to.`,
    )
    const withKey = await failureOf({ environment: { ...environment, SECRET_KEY: 'ab'.repeat(32) }, user: NOBODY })
    assert.match(withKey, /^DATA_DIR: cannot open .*countersign\.db \(unable to open database file\)\. Check the file/)
    assert.deepEqual(readdirSync(data), [])
    chmodSync(data, 0o755)
    await startsNow(environment)
  })

  test('names a secret key that cannot be read', async () => {
    const key = join(folder, 'secret.key')
    writeFileSync(key, 'ab'.repeat(32), { mode: 0o600 })
    chmodSync(key, 0)
    const line = await failureOf({ environment: { DATA_DIR: folder }, user: NOBODY })
    assert.equal(line, `DATA_DIR: ${key} is not accessible to this user.`)
    const file = await failureOf({ environment: { SECRET_KEY_FILE: key, DATA_DIR: folder }, user: NOBODY })
    assert.equal(file, `SECRET_KEY_FILE: ${key} is not accessible to this user.`)
    rmSync(key)
    mkdirSync(key)
    assert.equal(await failureOf({ environment: { DATA_DIR: folder } }), `DATA_DIR: ${key} is a folder, not a file.`)
  })

  test('names a database that is a folder', async () => {
    const line = await failureOf({ environment: { DATABASE_URL: `file:${folder}`, DATA_DIR: join(folder, 'data') } })
    assert.match(line, /^DATABASE_URL: cannot open .* \(unable to open database file\)\. Check the file/)
  })

  test('of a full disk leaves nothing half-written: the next start works', async () => {
    const data = join(folder, 'data')
    // A limit on the size of files instead: 16 kB hold the secret key, but not the schema.
    const shell = "trap '' XFSZ; ulimit -f 32"
    const line = await failureOf({ environment: { DATA_DIR: data, NODE_COMPILE_CACHE: '' }, shell })
    assert.match(line, /^DATA_DIR: cannot open .*countersign\.db \(/)
    await startsNow({ DATA_DIR: data })
    const none = join(folder, 'none')
    const full = await failureOf({
      environment: { DATA_DIR: none, NODE_COMPILE_CACHE: '' },
      shell: "trap '' XFSZ; ulimit -f 0",
    })
    assert.match(full, /^DATA_DIR: .* is on a full disk\. Set a folder/)
    assert.deepEqual(readdirSync(none), [])
  })

  test('names a host that is not an address of this machine', async () => {
    const environment = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1:80' }
    assert.match(
      await failureOf({ environment }),
      /^HOST: "127\.0\.0\.1:80" is not an address of this machine \(E\w+\)\.$/,
    )
  })

  test('for want of the built page creates no database', async () => {
    const data = join(folder, 'data')
    const config = readConfig({ DATA_DIR: data }, folder)
    const log = createLog({ level: 'error', human: true, write: () => {}, now: Date.now })
    const start = () => runServer(config, { log, root: folder })
    const message = /^The page in .*dist is missing or incomplete \(.*\)\. Run npm run build in a checkout/
    await assert.rejects(start, { name: 'StartError', message })
    mkdirSync(join(folder, 'web'))
    cpSync(join(ROOT, 'web', 'dist'), join(folder, 'web', 'dist'), { recursive: true })
    for (const [file, text] of [
      ['placeholders.json', '{'],
      ['index.html', '<!doctype html>'],
    ] as const) {
      writeFileSync(join(folder, 'web', 'dist', file), text)
      await assert.rejects(start, { name: 'StartError', message })
    }
    assert.equal(existsSync(data), false)
  })
})
