/** Everything a fresh machine lacks, done once and remembered. Runs on any Node from 20 on. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const modules = join(root, 'node_modules')
const installed = join(modules, '.countersign')
const dist = join(root, 'web', 'dist')
const built = join(dist, '.countersign')

/** Dependencies as the lockfile names them, Node 24, and native signature checks where a compiler is at hand. */
export function ensureDependencies() {
  const wanted = fingerprint(['package-lock.json', 'package.json', 'scripts/native.mjs'])
  if (read(installed) === wanted && existsSync(node)) return
  say('Installing dependencies')
  run(npm(), ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  // Some npm settings skip install scripts; Node's own is the one we cannot do without.
  if (!existsSync(node)) run(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(modules, 'node') })
  if (!existsSync(node)) fail('Node 24 could not be installed from npm. Run "npm rebuild node" to see why.')
  run(node, [join(root, 'scripts', 'native.mjs')])
  writeFileSync(installed, wanted)
}

/** The page, built when its sources are newer than the last build. */
export function ensureBuilt() {
  const wanted = fingerprint(
    ['package-lock.json', 'scripts/build-web.mjs', 'web/index.html', 'web/vite.config.ts'],
    ['web/src', 'web/public', 'contract/src', 'examples'],
  )
  if (read(built) === wanted) return
  say('Building the page')
  run(node, [join(root, 'scripts', 'build-web.mjs')], { quiet: true })
  writeFileSync(built, wanted)
}

/**
 * A Chromium for the browser tests: the one that is named, the headless build, which opens pages three times as fast,
 * any other that is here, or Debian's installed now.
 */
export function ensureBrowser() {
  const named = process.env.CHROMIUM
  if (named && !existsSync(named)) fail(`There is no browser at ${named}. Correct CHROMIUM, or unset it.`)
  if (named) return named
  if (existsSync(HEADLESS) || (canInstall() && installFromDebian(['chromium-headless-shell']))) return HEADLESS
  const found = findBrowser()
  if (found) return found
  const otherwise = 'A Chromium is needed for the browser tests. Install one, or set CHROMIUM to its path.'
  if (!canInstall() || !installFromDebian(['chromium'])) fail(otherwise)
  return findBrowser() ?? fail('Chromium was installed but is not where it was expected.')
}

const HEADLESS = '/usr/bin/chromium-headless-shell'

function findBrowser() {
  const system = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`)
  const macs = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  return [playwrightsOwn(), ...system, ...macs].find((path) => path && existsSync(path))
}

function playwrightsOwn() {
  const path = spawnSync(node, ['-p', 'require("playwright-core").chromium.executablePath()'], {
    cwd: root,
    encoding: 'utf8',
  })
  return path.status === 0 ? path.stdout.trim() : undefined
}

/** A chain of our own for the tests of contract wallets. */
export function ensureChain() {
  ensureFolder('chain', 'Installing the chain for the tests')
}

/** For `npm run mutate` alone. */
export function ensureStryker() {
  ensureFolder('mutation', 'Installing Stryker')
}

/** Apps that nobody here wrote, as relying parties. */
export function ensureApps() {
  ensureFolder('relying-parties', 'Installing apps for the tests')
}

/** Apache with mod_auth_openidc. The tests start it themselves, on ports of their own. */
export function ensureApache() {
  if (existsSync(process.env.APACHE ?? '/usr/sbin/apache2') && existsSync(OPENIDC)) return
  const otherwise = 'Apache with mod_auth_openidc is needed for the tests. Install both, or set APACHE to its path.'
  if (!canInstall() || !installFromDebian(['apache2', 'libapache2-mod-auth-openidc'])) fail(otherwise)
}

const OPENIDC = '/usr/lib/apache2/modules/mod_auth_openidc.so'

/** What programs of `test/relying-parties/apps` that are not JavaScript are written with, and how to see that it is here. */
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
  const missing = DEBIAN_PARTIES.filter((party) => !isHere(party))
  if (missing.length === 0) return
  const packages = missing.flatMap((party) => party.packages)
  const installed = canInstall() && installFromDebian(packages)
  const lacking = installed ? missing.filter((party) => !isHere(party)) : missing
  if (lacking.length === 0) return
  const names = lacking.map(({ name }) => name).join('; ')
  fail(
    `These are needed as relying parties and could not be installed: ${names}. On Debian, run as root: apt-get install ${packages.join(' ')}`,
  )
}

function isHere({ probe: [command = '', ...parameters] }) {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' }
  return spawnSync(command, parameters, { stdio: 'ignore', env }).status === 0
}

/** What only tests need lives in a folder of its own: nothing we ship depends on it. */
function ensureFolder(name, words) {
  const folder = join(root, 'test', name)
  const mark = join(folder, 'node_modules', '.countersign')
  const wanted = fingerprint([`test/${name}/package-lock.json`, `test/${name}/package.json`])
  if (read(mark) === wanted) return
  say(words)
  // By Node 24: npm leaves out the part that is made for this machine when it runs on a Node that is too old for it.
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  run(npm(), parameters, { cwd: folder, env: { ...process.env, PATH: path } })
  writeFileSync(mark, wanted)
}

/** PostgreSQL 15 or newer for the tests of the second engine. */
export function ensurePostgres() {
  if (findPostgres()) return
  const otherwise = 'PostgreSQL 15 or newer is needed for the tests. Install it, or set POSTGRES_BIN to its bin folder.'
  if (!canInstall() || !installFromDebian(['postgresql'])) fail(otherwise)
  if (!findPostgres()) fail('PostgreSQL was installed but its bin folder was not found. Set POSTGRES_BIN.')
}

function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((version) => Number(version) >= 15) : []
  return [process.env.POSTGRES_BIN, ...versions.map((version) => join(debian, version, 'bin'))].find(
    (place) => place && existsSync(join(place, 'initdb')),
  )
}

/** nginx and Caddy, and certificates for them, for the tests of protected sites. The tests start them themselves, on ports of their own. */
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
  fail(`${names} must be there for the tests of protected sites. Install them, or set ${variables} to their paths.`)
}

let listed = false

function canInstall() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
}

/** False when Debian does not have it here. */
function installFromDebian(packages) {
  say(`Installing ${packages.join(', ')}`)
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  if (!listed) spawnSync('apt-get', ['update', '-qq'], options)
  listed = true
  const parameters = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return spawnSync('apt-get', parameters, options).status === 0
}

/** Runs a step and ends with it if it fails; a quiet one prints only then. */
export function run(command, parameters, { cwd = root, quiet = false, env = process.env } = {}) {
  const options = { cwd, env, stdio: quiet ? 'pipe' : 'inherit', encoding: 'utf8', maxBuffer: 1 << 28 }
  const result = spawnSync(command, parameters, options)
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  fail(`${[command, ...parameters].join(' ')} ended with ${result.status ?? result.signal ?? result.error?.message}.`)
}

export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** @type {(text: string) => never} */
export function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm'
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Contents of the files, and names, sizes and times of everything in the folders. */
function fingerprint(files, folders = []) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} `)
  for (const file of files) hash.update(read(join(root, file)) ?? '')
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort()) {
      if (name.endsWith('.test.ts')) continue
      const { mtimeMs, size } = statSync(join(root, folder, name))
      hash.update(`${name} ${mtimeMs} ${size} `)
    }
  return hash.digest('hex')
}
