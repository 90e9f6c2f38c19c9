/** Installs dependencies and builds the page when needed. Runs on Node 20 and newer. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureNode, INSTALL, node, runNpm } from '../server/node.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(root, 'node_modules')
const installed = join(modules, '.countersign')
const dist = join(root, 'web', 'dist')
const built = join(dist, '.countersign')
// Node's compile cache has a folder for each user.
const compiled = join(modules, '.cache', `countersign-${process.getuid?.() ?? ''}`)

/** Installs the dependencies of the lockfile, and Node where this one is too old. No package runs a script of its own. */
export function ensureDependencies() {
  ensureNode()
  if (isInstalled()) return
  say('Installing dependencies')
  install(root)
  writeFileSync(installed, wantedInstallation())
}

export function isInstalled() {
  return read(installed) === wantedInstallation()
}

function wantedInstallation() {
  return fingerprint(['package-lock.json', 'package.json'])
}

/** Builds the page when its sources changed since the last build. */
export function ensureBuilt() {
  const wanted = fingerprint(
    ['package-lock.json', 'scripts/build-web.mjs', 'web/index.html', 'web/vite.config.ts', 'SECURITY.md'],
    ['web/src', 'web/public', 'contract/src', 'examples', 'docs', 'scripts/documentation'],
  )
  if (read(built) === wanted) return
  say('Building the page')
  run(node, [join(root, 'scripts', 'build-web.mjs')], { quiet: true })
  writeFileSync(built, wanted)
}

/**
 * Compiles the server when its sources changed since the last time. A server that compiles its own code starts more
 * slowly and keeps 20 to 30 MiB for it. It works all the same, so failures are ignored.
 */
export function ensureCompiled() {
  const wanted = fingerprint(['package-lock.json', 'server/start.mjs'], ['server/src', 'contract/src'])
  if (read(compiled) === wanted || !canWrite(compiled)) return
  say('Compiling the server')
  spawnSync(node, [join(root, 'scripts', 'warm-cache.mjs')], { stdio: 'inherit' })
  writeFileSync(compiled, wanted)
}

/** False when the installation belongs to another user; the server then starts without a cache. */
function canWrite(path) {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    return true
  } catch {
    return false
  }
}

/** The local chain for tests of contract wallets and rules. */
export function ensureChain() {
  ensureFolder('chain', 'Installing the test chain')
}

/** The contracts for tests of rules, compiled once for all test files. */
export function ensureContracts() {
  ensureChain()
  run(node, [join(root, 'test', 'support', 'chain', 'compile-contracts.ts')])
}

/** Parsers and schemas of what operators deploy. */
export function ensureValidators() {
  ensureFolder('deployment', 'Installing validators for the tests of deployments')
}

/** systemd-analyze, which needs no running systemd. */
export function ensureSystemd() {
  if (existsSync(process.env.SYSTEMD_ANALYZE ?? '/usr/bin/systemd-analyze')) return
  const problem = 'The tests require systemd-analyze 252 or newer. Install systemd, or set SYSTEMD_ANALYZE to its path.'
  if (!canInstall() || !installFromDebian(['systemd'])) fail(problem)
}

/** For `npm run mutate` only. */
export function ensureStryker() {
  ensureFolder('mutation', 'Installing Stryker')
}

/** Third-party relying parties from npm. */
export function ensureApps() {
  ensureFolder('relying-parties', 'Installing relying parties for the tests')
}

/** The optional wallet libraries, as an operator would install them. */
export function ensureWallets() {
  ensureFolder('wallets', 'Installing wallet libraries for the tests')
}

/** Apache with mod_auth_openidc, which the tests start on free ports. */
export function ensureApache() {
  if (existsSync(process.env.APACHE ?? '/usr/sbin/apache2') && existsSync(OPENIDC)) return
  const problem = 'The tests require Apache with mod_auth_openidc. Install both, or set APACHE to its path.'
  if (!canInstall() || !installFromDebian(['apache2', 'libapache2-mod-auth-openidc'])) fail(problem)
}

const OPENIDC = '/usr/lib/apache2/modules/mod_auth_openidc.so'

/** Debian packages for the relying parties in other languages, with a command that detects them. */
const DEBIAN_PARTIES = [
  {
    name: 'Python with Authlib, Flask and Requests',
    packages: ['python3-authlib', 'python3-flask', 'python3-requests'],
    probe: [process.env.PYTHON ?? '/usr/bin/python3', '-c', 'import authlib, flask, requests'],
  },
  {
    name: 'Ruby with OmniAuth for OpenID Connect, Sinatra and WEBrick',
    packages: ['ruby', 'ruby-omniauth-openid-connect', 'ruby-sinatra', 'ruby-webrick'],
    probe: [process.env.RUBY ?? '/usr/bin/ruby', '-romniauth_openid_connect', '-rsinatra/base', '-rwebrick', '-e', '1'],
  },
  {
    name: 'Go with go-oidc',
    packages: ['golang-go', 'golang-github-coreos-go-oidc-dev'],
    probe: [process.env.GO ?? '/usr/bin/go', 'list', 'github.com/coreos/go-oidc'],
  },
]

/** For `npm test -- --relying-parties`. */
export function ensureDebianParties() {
  const missing = DEBIAN_PARTIES.filter((party) => !isPartyInstalled(party))
  if (missing.length === 0) return
  const packages = missing.flatMap((party) => party.packages)
  const installed = canInstall() && installFromDebian(packages)
  const unavailable = installed ? missing.filter((party) => !isPartyInstalled(party)) : missing
  if (unavailable.length === 0) return
  const names = unavailable.map(({ name }) => name).join('; ')
  fail(
    `Required relying parties could not be installed: ${names}. On Debian, run as root: apt-get install ${packages.join(' ')}`,
  )
}

function isPartyInstalled({ probe: [command = '', ...parameters] }) {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' }
  return spawnSync(command, parameters, { stdio: 'ignore', env }).status === 0
}

/** Dependencies of tests have their own folder: nothing that is shipped depends on them. */
function ensureFolder(name, title) {
  const folder = join(root, 'test', name)
  const mark = join(folder, 'node_modules', '.countersign')
  const wanted = fingerprint([`test/${name}/package-lock.json`, `test/${name}/package.json`])
  if (read(mark) === wanted) return
  say(title)
  install(folder)
  writeFileSync(mark, wanted)
}

/** PostgreSQL 15 or newer for the tests of the second engine. */
export function ensurePostgres() {
  if (findPostgres()) return
  const problem = 'The tests require PostgreSQL 15 or newer. Install it, or set POSTGRES_BIN to its bin folder.'
  if (!canInstall() || !installFromDebian(['postgresql'])) fail(problem)
  if (!findPostgres()) fail('PostgreSQL was installed but its bin folder was not found. Set POSTGRES_BIN.')
}

function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((version) => Number(version) >= 15) : []
  return [process.env.POSTGRES_BIN, ...versions.map((version) => join(debian, version, 'bin'))].find(
    (folder) => folder && existsSync(join(folder, 'initdb')),
  )
}

/** nginx, Caddy and OpenSSL for the tests of protected hosts, which start them on free ports. */
export function ensureProxies() {
  const wanted = [
    { name: 'nginx', path: process.env.NGINX ?? '/usr/sbin/nginx', from: 'nginx' },
    { name: 'Caddy', path: process.env.CADDY ?? '/usr/bin/caddy', from: 'caddy' },
    { name: 'OpenSSL', path: process.env.OPENSSL ?? '/usr/bin/openssl', from: 'openssl' },
  ]
  const missing = wanted.filter(({ path }) => !existsSync(path))
  if (missing.length === 0) return
  if (canInstall() && installFromDebian(missing.map(({ from }) => from))) return
  const names = missing.map(({ name }) => name).join(', ')
  const variables = missing.map(({ name }) => name.toUpperCase()).join(', ')
  fail(`The tests of protected hosts require ${names}. Install them, or set ${variables} to their paths.`)
}

let listed = false

export function canInstall() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
}

/** Returns false when the installation fails. */
export function installFromDebian(packages) {
  say(`Installing ${packages.join(', ')}`)
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  if (!listed) spawnSync('apt-get', ['update', '-qq'], options)
  listed = true
  const parameters = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return spawnSync('apt-get', parameters, options).status === 0
}

export function install(folder) {
  // npm skips native packages that do not support the Node it runs on.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  // `npm pack --dry-run` passes it on, and the installation would be one as well.
  delete env.npm_config_dry_run
  const { error, status } = runNpm(node, INSTALL, { cwd: folder, env, stdio: 'inherit' })
  if (status !== 0) fail(`The dependencies could not be installed: ${error?.message ?? `npm exited with ${status}`}.`)
}

/** Runs a command and exits if it fails; with `quiet` the output is printed only then. */
export function run(command, parameters, { cwd = root, quiet = false, env = process.env } = {}) {
  const options = { cwd, env, stdio: quiet ? 'pipe' : 'inherit', encoding: 'utf8', maxBuffer: 1 << 28 }
  const result = spawnSync(command, parameters, options)
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  fail(`${[command, ...parameters].join(' ')} exited with ${result.status ?? result.signal ?? result.error?.message}.`)
}

export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** @type {(text: string) => never} */
export function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Hashes the contents of the files, and the names, sizes and times of all files in the folders. */
function fingerprint(files, folders = []) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} `)
  for (const file of files) hash.update(read(join(root, file)) ?? '')
  for (const folder of folders)
    for (const path of sourcesIn(folder)) {
      const { mtimeMs, size } = statSync(join(root, path))
      hash.update(`${path} ${mtimeMs} ${size} `)
    }
  return hash.digest('hex')
}

// The recursive form of readdirSync takes four times as long.
function sourcesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const paths = entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourcesIn(path)
    return entry.name.endsWith('.test.ts') ? [] : [path]
  })
  return paths.sort()
}
