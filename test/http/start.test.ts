import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { nodeOptions } from '../../server/node-options.mjs'
import { freePort } from '../support/free-port.ts'
import { openBrowser } from '../support/server/http-browser.ts'
import { expectSession, expectStarted } from '../support/server/responses.ts'
import { inheritedEnvironment, startServerProcess } from '../support/server/server-process.ts'
import { setUpSite, setupCodeIn } from '../support/server/set-up.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Runs the server until it exits. */
function runToEnd(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/start.mjs'], {
      cwd: ROOT,
      env: { ...inheritedEnvironment(), ...environment },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Prints which of these the process has loaded when it exits. */
const REPORT_MODULES = `--import=data:text/javascript,${encodeURIComponent(`process.once('exit', () => {
  for (const name of process.moduleLoadList) if (/amaro|undici$/.test(name)) process.stderr.write(name + '\\n')
})`)}`

/** Prints the options of the process when it exits. */
const REPORT_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(
  "process.once('exit', () => console.log('options ' + process.execArgv.join(' ')))",
)}`

describe('startup', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-start-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const withOwnCache = (name: string) => ({
    DATA_DIR: join(folder, name),
    DATABASE_URL: '',
    NODE_COMPILE_CACHE: join(folder, `${name}-cache`),
    NODE_OPTIONS: REPORT_MODULES,
  })

  test('creates the data folder and a private secret, and prints the setup URL', async () => {
    const data = join(folder, 'fresh')
    const environment = { DATA_DIR: data, SECRET_KEY: '', DATABASE_URL: '' }
    const first = await startServerProcess({ databaseUrl: '', environment })
    const link = /http:\/\/localhost:3000\/setup#code=([0-9A-HJKMNP-TV-Z]{20})$/m
    const code = link.exec(first.output())?.[1]
    assert.ok(code)
    assert.equal(statSync(data).mode & 0o777, 0o700)
    assert.equal(statSync(join(data, 'secret.key')).mode & 0o777, 0o600)
    assert.match(readFileSync(join(data, 'secret.key'), 'utf8'), /^[0-9a-f]{64}\n$/)
    assert.ok(existsSync(join(data, 'countersign.db')))
    const browser = openBrowser(first)
    expectStarted(await setUpSite(browser, { code }))
    assert.equal(await first.stop(), 0)
    const second = await startServerProcess({ databaseUrl: '', environment })
    assert.doesNotMatch(second.output(), /setup/)
    const again = openBrowser(second)
    for (const [name, value] of browser.cookies) again.cookies.set(name, value)
    expectSession(await again.get('/api/session'))
    assert.equal(await second.stop(), 0)
  })

  test('keeps compiled code in the installation, and starts without it where that cannot be written', () => {
    const run = (name: string) => {
      const installation = join(folder, name)
      mkdirSync(join(installation, 'server'), { recursive: true })
      copyFileSync(join(ROOT, 'server', 'compile-cache.mjs'), join(installation, 'server', 'compile-cache.mjs'))
      if (name === 'read-only') writeFileSync(join(installation, 'node_modules'), 'not a folder')
      const { PATH = '' } = process.env
      const file = join(installation, 'server', 'compile-cache.mjs')
      const { status, stderr } = spawnSync(process.execPath, [file], { env: { PATH }, encoding: 'utf8' })
      return { status, stderr, cached: existsSync(join(installation, 'node_modules', '.cache', 'countersign')) }
    }
    assert.deepEqual(run('writable'), { status: 0, stderr: '', cached: true })
    assert.deepEqual(run('read-only'), { status: 0, stderr: '', cached: false })
  })

  test('limits the young generation when it is started without an option for it', async () => {
    const invalid = { PUBLIC_URL: 'http://id.example' }
    const optionsWith = async (given: string) => {
      const { output } = await runToEnd({ ...invalid, NODE_OPTIONS: `${REPORT_OPTIONS} ${given}` })
      return /^options (.*)$/m.exec(output)?.[1]?.split(' ')
    }
    const [quiet = ''] = nodeOptions
    assert.deepEqual(await optionsWith(''), [...nodeOptions, quiet])
    assert.deepEqual(await optionsWith('--max-semi-space-size=16'), [quiet])
  })

  test('leaves compiled code behind when it is killed, and then loads neither a TypeScript compiler nor fetch', async () => {
    const environment = withOwnCache('killed')
    const first = await startServerProcess({ databaseUrl: '', environment })
    await openBrowser(first).get('/healthz')
    await first.kill()
    const second = await startServerProcess({ databaseUrl: '', environment })
    assert.equal(await second.stop(), 0)
    assert.doesNotMatch(second.output(), /amaro|undici/)
  })

  test('compiles what the server loads later, which then needs no TypeScript compiler', async () => {
    const environment = withOwnCache('ahead')
    await (await startServerProcess({ databaseUrl: '', environment })).stop()
    const { status, stderr } = spawnSync(process.execPath, [...nodeOptions, 'scripts/compile-modules.mjs'], {
      cwd: ROOT,
      env: { ...inheritedEnvironment(), NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE },
      encoding: 'utf8',
    })
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    const server = await startServerProcess({ databaseUrl: '', environment })
    const discovery = await openBrowser(server).get('/oidc/.well-known/openid-configuration')
    assert.equal(await server.stop(), 0)
    assert.equal(discovery.status, 200)
    assert.doesNotMatch(server.output(), /amaro/)
  })

  test('fails with a clear message on an invalid variable', async () => {
    assert.deepEqual(await runToEnd({ PUBLIC_URL: 'http://id.example' }), {
      code: 1,
      output:
        'Countersign did not start.\nPUBLIC_URL: wallets and cookies require https. Use https://id.example, or localhost for testing.\n',
    })
  })

  test('fails with a clear message on an owner wallet that no key can have', async () => {
    const typo = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'
    assert.deepEqual(await runToEnd({ OWNER_WALLETS: typo, DATA_DIR: join(folder, 'owner') }), {
      code: 1,
      output:
        `Countersign did not start.\nOWNER_WALLETS: "${typo}" is not an address. ` +
        'Expected an Ethereum (0x…), Solana or Bitcoin address, or its CAIP-10 account.\n',
    })
  })

  test('fails with a clear message when the port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo // a TCP server's address is never a string
    const { code, output } = await runToEnd({ PORT: String(port), DATA_DIR: join(folder, 'port') })
    assert.equal(code, 1)
    assert.match(output, new RegExp(`PORT: ${port} is already in use\\. Stop the other program`))
    other.close()
  })

  test('fails with a clear message when the database is unavailable', async () => {
    const unavailable = await runToEnd({
      DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`,
      DATA_DIR: folder,
    })
    assert.equal(unavailable.code, 1)
    assert.match(unavailable.output, /^Countersign did not start\.\nDATABASE_URL: .*ECONNREFUSED/)
    assert.doesNotMatch(unavailable.output, /hunter2|\n {4}at /)
    const invalidFile = join(folder, 'noise.db')
    writeFileSync(invalidFile, 'noise '.repeat(1000))
    const damaged = await runToEnd({ DATABASE_URL: `file:${invalidFile}`, DATA_DIR: folder })
    assert.match(damaged.output, /^Countersign did not start\.\nDATABASE_URL: .*not a database/)
    assert.equal(readFileSync(invalidFile, 'utf8'), 'noise '.repeat(1000))
  })

  test('fails with a clear message when a build before the first release created the database', async () => {
    const earlier = join(folder, 'earlier.db')
    const database = new DatabaseSync(earlier)
    database.exec('CREATE TABLE migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)')
    database.exec("INSERT INTO migration VALUES (1, 'sign-in', 0), (24, 'verdict-blocks', 0)")
    database.close()
    const { code, output } = await runToEnd({ DATABASE_URL: `file:${earlier}`, DATA_DIR: folder })
    assert.equal(code, 1)
    assert.equal(
      output,
      'Countersign did not start.\nThe database was created by a build before Countersign 0.1.0 or by another program, and cannot be used: start with an empty one.\n',
    )
  })

  test('fails with a clear message when the secret is damaged', async () => {
    const data = mkdtempSync(join(folder, 'damaged-'))
    writeFileSync(join(data, 'secret.key'), 'short')
    const { code, output } = await runToEnd({ DATA_DIR: data, PORT: String(await freePort()) })
    assert.equal(code, 1)
    assert.match(output, /SECRET_KEY: .*secret\.key is damaged\. Restore it from a backup/)
  })

  test('uses one secret and one database when two servers start on an empty folder', async () => {
    const environment = { DATA_DIR: join(folder, 'shared'), SECRET_KEY: '' }
    const servers = await Promise.all([1, 2].map(() => startServerProcess({ databaseUrl: '', environment })))
    const [first, second] = servers
    assert.ok(first && second)
    const browser = openBrowser(first)
    const challenge = await browser.challenge('setup')
    const other = openBrowser(second)
    for (const [name, value] of browser.cookies) other.cookies.set(name, value)
    expectStarted(await setUpSite(other, { code: setupCodeIn(first.output()), challenge }))
    assert.deepEqual(await Promise.all(servers.map((server) => server.stop())), [0, 0])
  })
})

describe('shutdown', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-stop-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('finishes open requests, accepts no new ones, and exits after the last', async () => {
    const server = await startServerProcess({ databaseUrl: `file:${join(folder, 'c.db')}` })
    expectStarted(await setUpSite(openBrowser(server), { code: setupCodeIn(server.output()) }))
    const port = Number(new URL(server.url).port)
    const body = '{"purpose":"sign_in"}'
    const socket = connect(port, '127.0.0.1')
    // The server says "100 Continue" once it has the request in hand.
    socket.write(
      `POST /api/challenges HTTP/1.1\r\nHost: x\r\nOrigin: http://localhost:3000\r\nX-Countersign: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await textOf(socket, /100 Continue/)
    const ended = server.stop()
    await until(
      () => isListening(port),
      (open) => !open,
      'it takes no new connection',
    )
    const answer = textOf(socket, /"token"/)
    socket.write(body)
    assert.match(await answer, /^HTTP\/1\.1 201 /)
    assert.equal(await ended, 0)
    assert.doesNotMatch(server.output(), /still open/, 'it waited for a connection nobody used')
    assert.match(server.output(), /"message":"server stopped"/)
    socket.destroy()
  })
})

function textOf(socket: Socket, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const appendOutput = (chunk: Buffer) => {
      text += chunk
      if (!until.test(text)) return
      socket.off('data', appendOutput)
      resolve(text)
    }
    socket.on('data', appendOutput)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`closed after: ${text}`)))
  })
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
