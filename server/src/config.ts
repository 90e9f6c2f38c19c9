/** Reads the environment once: a Config, or an error that names the variable and the fix. */

import { isIPv4, isIPv6 } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { isLoopback } from '@countersign/contract/app/app-uri.ts'
import { parseAccount } from '@countersign/contract/family/account.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { families } from '@countersign/contract/family/family.ts'
import { ENDPOINTS_PER_NETWORK, NETWORKS_MAX } from '@countersign/contract/limits.ts'
import { isMessageDomain } from '@countersign/contract/message/message.ts'
import type { WalletApp } from '@countersign/contract/routes/public.ts'
import { ConfigError } from './config-error.ts'
import { type Environment, openEnvironment } from './environment.ts'
import { storedAddress } from './platform/crypto/address.ts'
import { canonicalUrl, endpointUrlProblem, type UrlProblem } from './platform/endpoint-url.ts'
import { type ProxyRange, type TrustedProxies, trustProxies } from './platform/http/request/trusted-proxies.ts'
import { DEFAULT_BASE_ACCOUNT, DEFAULT_RELAY, LOG_LEVELS, variables } from './variables.ts'
import { parseWalletApps } from './wallet-apps.ts'

export type Config = {
  origin: string
  /** host[:port] of the origin: the domain in every signed message. */
  domain: string
  secure: boolean
  port: number
  host: string
  database: { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string }
  /** How long a request waits for a busy or unreachable database. */
  databaseTimeoutMs: number
  /** The folder of the database file and the generated secret. */
  dataFolder: string
  /** Undefined: generated on first start and stored in the data folder. */
  secretKey: Buffer | undefined
  trustedProxies: TrustedProxies
  demoWallet: boolean
  /** Addresses of keys that become owners when they sign in, as they are stored. */
  ownerWallets: string[]
  backupFolder: string | undefined
  networks: { chainId: number; urls: string[] }[]
  /** The WalletConnect relay. Undefined: disabled. */
  walletConnect: { projectId: string; relay: string } | undefined
  /** The page that Base Account opens in a popup. Undefined: disabled. */
  baseAccount: { url: string } | undefined
  walletApps: WalletApp[]
  logLevel: (typeof LOG_LEVELS)[number]
}

export function readConfig(environment: Environment, folder: string): Config {
  const { read, readNetworks: readNetworkVariables } = openEnvironment(environment, folder)
  const port = readPort(read('PORT'))
  const url = readPublicUrl(read('PUBLIC_URL') ?? `http://localhost:${port}`)
  const dataFolder = resolve(folder, read('DATA_DIR'))
  // Browsers treat these as secure contexts over plain http.
  const local = isLoopback(url.hostname)
  const database = readDatabase(read('DATABASE_URL'), { folder, dataFolder })
  return {
    origin: url.origin,
    domain: url.host,
    secure: url.protocol === 'https:',
    port,
    host: read('HOST') ?? (local ? 'localhost' : '0.0.0.0'),
    database,
    databaseTimeoutMs: readDatabaseTimeout(read('DATABASE_TIMEOUT')),
    dataFolder,
    secretKey: readSecret(read('SECRET_KEY')),
    trustedProxies: readProxies(read('TRUSTED_PROXIES') ?? ''),
    ownerWallets: readOwnerWallets(read('OWNER_WALLETS') ?? ''),
    demoWallet: readDemoWallet(read('DEMO_WALLET'), local),
    backupFolder: readBackupFolder(read('BACKUP_DIR'), { folder, database }),
    networks: readNetworks(readNetworkVariables()),
    walletConnect: readWalletConnect(read('WALLETCONNECT_PROJECT_ID'), read('WALLETCONNECT_RELAY_URL')),
    baseAccount: readBaseAccount(read('BASE_ACCOUNT'), read('BASE_ACCOUNT_URL')),
    walletApps: readWalletApps(read('WALLET_APPS')),
    logLevel: readLogLevel(read('LOG_LEVEL')),
  }
}

function readDatabaseTimeout(value: string): number {
  const { default: usual, range } = variables.DATABASE_TIMEOUT
  if (isInteger(value, range)) return Number(value) * 1000
  const problem = `"${value}" is not a number of seconds from ${range.join(' to ')}. The default is ${usual}.`
  throw new ConfigError('DATABASE_TIMEOUT', problem)
}

function readPort(value: string): number {
  const { default: usual, range } = variables.PORT
  if (isInteger(value, range)) return Number(value)
  throw new ConfigError(
    'PORT',
    `"${value}" is not a port. Set a number from ${range.join(' to ')}, for example ${usual}.`,
  )
}

function isInteger(value: string, [least, most]: readonly [number, number]): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(value) && Number(value) >= least && Number(value) <= most
}

function readPublicUrl(value: string): URL {
  const example = 'Set the public origin, for example https://id.example'
  if (!URL.canParse(value)) throw new ConfigError('PUBLIC_URL', `"${value}" is not a URL. ${example}.`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ConfigError('PUBLIC_URL', `must start with https://. ${example}.`)
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new ConfigError('PUBLIC_URL', `must be an origin without path, query or credentials. ${example}.`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError(
      'PUBLIC_URL',
      `wallets and cookies require https. Use https://${url.host}, or localhost for testing.`,
    )
  if (!isMessageDomain(url.host))
    throw new ConfigError('PUBLIC_URL', `wallets reject "${url.host.slice(0, 60)}" in a signed message. ${example}.`)
  return url
}

/** In the data folder, unless `DATABASE_URL` names another. */
export const DATABASE_FILE = 'countersign.db'

function readDatabase(value: string | undefined, at: { folder: string; dataFolder: string }): Config['database'] {
  if (value === undefined) return { engine: 'sqlite', path: resolve(at.dataFolder, DATABASE_FILE) }
  if (/^postgres(?:ql)?:\/\//.test(value)) return { engine: 'postgres', url: requirePostgresUrl(value) }
  const file = value.startsWith('file:') ? value.slice('file:'.length) : undefined
  if (file) return { engine: 'sqlite', path: isAbsolute(file) ? file : resolve(at.folder, file) }
  throw new ConfigError('DATABASE_URL', 'must start with postgres:// or file:. Unset it to use a file in data/.')
}

/** The URL contains a password, so the message does not. A socket has no host: `postgres://user@/name?host=/run/…`. */
function requirePostgresUrl(value: string): string {
  if (URL.canParse(value.replace('@/', '@localhost/'))) return value
  throw new ConfigError('DATABASE_URL', 'is not a URL. Encode special characters of the password, such as %23 for #.')
}

const SECRET_BYTES = 32

function readSecret(value: string | undefined): Buffer | undefined {
  if (value === undefined) return undefined
  const bytes = /^[0-9a-fA-F]{64}$/.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (bytes.length === SECRET_BYTES) return bytes
  throw new ConfigError(
    'SECRET_KEY',
    'must be 32 random bytes as hex or base64. Generate one with: openssl rand -hex 32',
  )
}

function readProxies(value: string): TrustedProxies {
  const ranges: ProxyRange[] = []
  for (const entry of splitList(value)) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined
    const maxBits = family === 'ipv4' ? 32 : 128
    const bits = prefix === undefined ? maxBits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
    if (!family || bits < 0 || bits > maxBits)
      throw new ConfigError(
        'TRUSTED_PROXIES',
        `"${entry}" is not an IP address or CIDR range. Example: 127.0.0.1, 10.0.0.0/8`,
      )
    ranges.push({ address, bits, family })
  }
  return trustProxies(ranges)
}

/** A contract wallet is no owner by configuration, since its own owners may change. */
function readOwnerWallets(value: string): string[] {
  return splitList(value).map((entry) => {
    const account = parseAccount(entry)
    const address = account?.address ?? entry
    const namespace = namespaceOfAddress(address)
    const matches = !account || (account.namespace === namespace && account.chain === families[namespace].keyChain)
    if (namespace === undefined || !matches) throw invalidOwnerWallet(entry)
    return storedAddress(namespace, address)
  })
}

export function invalidOwnerWallet(entry: string): ConfigError {
  return new ConfigError(
    'OWNER_WALLETS',
    `"${entry.slice(0, 60)}" is not an address. Expected an Ethereum (0x…), Solana or Bitcoin address, or its CAIP-10 account.`,
  )
}

function splitList(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean)
}

function readDemoWallet(value: string | undefined, local: boolean): boolean {
  if (value === undefined) return local
  if (value === 'off') return false
  if (value !== 'on') throw new ConfigError('DEMO_WALLET', `"${value}" is invalid. Set on or off.`)
  if (local) return true
  throw new ConfigError('DEMO_WALLET', 'the demo wallet is insecure and only available on localhost. Unset it.')
}

function readBackupFolder(
  value: string | undefined,
  { folder, database }: { folder: string; database: Config['database'] },
): string | undefined {
  if (value === undefined) return undefined
  if (database.engine === 'sqlite') return resolve(folder, value)
  throw new ConfigError('BACKUP_DIR', 'only SQLite databases are backed up by the server. Unset it and use pg_dump.')
}

function readNetworks(found: [name: string, value: string][]): Config['networks'] {
  if (found.length > NETWORKS_MAX)
    throw new ConfigError(found[NETWORKS_MAX]?.[0] ?? 'RPC_', `at most ${NETWORKS_MAX} networks are supported.`)
  return found.map(([name, value]) => readNetwork(name, value)).sort((a, b) => a.chainId - b.chainId)
}

function readNetwork(variable: string, value: string): Config['networks'][number] {
  const digits = variable.slice('RPC_'.length)
  const chainId = Number(digits)
  if (digits.startsWith('0') || !Number.isSafeInteger(chainId))
    throw new ConfigError(variable, 'the name must end with a chain ID, for example RPC_1 for Ethereum.')
  const urls = splitList(value).map((url, index) => readEndpointUrl(variable, url, index + 1))
  if (urls.length > ENDPOINTS_PER_NETWORK)
    throw new ConfigError(variable, `at most ${ENDPOINTS_PER_NETWORK} endpoints are supported, separated by spaces.`)
  if (new Set(urls).size < urls.length)
    throw new ConfigError(variable, 'duplicate endpoint. Use different nodes, so that each can verify the other.')
  return { chainId, urls }
}

const URL_PROBLEMS: Record<UrlProblem, string> = {
  not_a_url: 'is not a URL. Example: https://rpc.example/key, separated by spaces',
  https_needed: 'must start with https://, since http can be intercepted',
  has_user: 'must not contain credentials. Put the API key in the path',
  too_long: 'is too long',
}

/** Names the endpoint by position: its URL may contain an API key. */
function readEndpointUrl(variable: string, url: string, position: number): string {
  const problem = endpointUrlProblem(url)
  if (problem) throw new ConfigError(variable, `endpoint ${position} ${URL_PROBLEMS[problem]}.`)
  return canonicalUrl(url)
}

function readWalletConnect(projectId: string | undefined, relay: string | undefined): Config['walletConnect'] {
  if (projectId === undefined && relay === undefined) return undefined
  if (projectId === undefined)
    throw new ConfigError('WALLETCONNECT_RELAY_URL', 'requires WALLETCONNECT_PROJECT_ID. Set both, or neither.')
  if (!/^[0-9a-f]{32}$/i.test(projectId))
    throw new ConfigError(
      'WALLETCONNECT_PROJECT_ID',
      'must be 32 hex digits. Copy the project ID from your WalletConnect dashboard.',
    )
  return { projectId: projectId.toLowerCase(), relay: readRelay(relay ?? DEFAULT_RELAY) }
}

/** An origin, which is allowed in the content security policy. */
function readRelay(value: string): string {
  const url = readPlainUrl(value, { secure: 'wss:', insecure: 'ws:' })
  if (url?.pathname === '/') return url.origin
  throw new ConfigError(
    'WALLETCONNECT_RELAY_URL',
    `"${value.slice(0, 60)}" must be a wss:// origin without path or credentials, for example ${DEFAULT_RELAY}. ws:// is allowed on localhost only.`,
  )
}

function readBaseAccount(value: string, page: string | undefined): Config['baseAccount'] {
  if (value !== 'on' && value !== 'off')
    throw new ConfigError('BASE_ACCOUNT', `"${value.slice(0, 60)}" is invalid. Set on or off.`)
  if (value === 'on') return { url: readWalletPage(page ?? DEFAULT_BASE_ACCOUNT) }
  if (page === undefined) return undefined
  throw new ConfigError('BASE_ACCOUNT_URL', 'requires BASE_ACCOUNT=on. Set both, or unset it.')
}

function readWalletPage(value: string): string {
  const url = readPlainUrl(value, { secure: 'https:', insecure: 'http:' })
  if (url) return url.href
  throw new ConfigError(
    'BASE_ACCOUNT_URL',
    `"${value.slice(0, 60)}" must start with https:// and contain no query or credentials. Unset it to use ${DEFAULT_BASE_ACCOUNT}.`,
  )
}

/** URLs allow `;` and `*` in a host, which have a meaning in a content security policy. */
function readPlainUrl(value: string, protocol: { secure: string; insecure: string }): URL | undefined {
  const url = URL.parse(value)
  if (!url || !isMessageDomain(url.host) || url.search || url.hash || url.username || url.password) return undefined
  return url.protocol === protocol.secure || (url.protocol === protocol.insecure && isLoopback(url.hostname))
    ? url
    : undefined
}

function readWalletApps(value: string): WalletApp[] {
  const apps = parseWalletApps(value)
  if ('problem' in apps) throw new ConfigError('WALLET_APPS', apps.problem)
  return apps
}

function readLogLevel(value: string): Config['logLevel'] {
  const level = LOG_LEVELS.find((each) => each === value)
  if (level) return level
  throw new ConfigError('LOG_LEVEL', `"${value}" is not one of ${LOG_LEVELS.join(', ')}.`)
}
