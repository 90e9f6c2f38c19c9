import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

type Environment = Record<string, string>

const read = (environment: Environment = {}) => readConfig(environment, '/srv')

function rejectionOf(environment: Environment): string {
  try {
    read(environment)
    return 'accepted'
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    assert.ok(error.message.startsWith(`${error.variable}: `))
    return error.message
  }
}

const HEX = 'ab'.repeat(32)

describe('configuration', () => {
  test('requires nothing', () => {
    const { trustedProxies, ...config } = read()
    assert.deepEqual(config, {
      origin: 'http://localhost:3000',
      domain: 'localhost:3000',
      secure: false,
      port: 3000,
      host: 'localhost',
      database: { engine: 'sqlite', path: '/srv/data/countersign.db' },
      databaseTimeoutMs: 5000,
      dataFolder: '/srv/data',
      secretKey: undefined,
      ownerWallets: [],
      demoWallet: true,
      backupFolder: undefined,
      networks: [],
      walletConnect: undefined,
      baseAccount: undefined,
      walletApps: ['metamask', 'coinbase', 'phantom', 'okx', 'trust', 'solflare', 'xverse'],
      logLevel: 'info',
    })
    assert.equal(trustedProxies.isEmpty, true)
  })

  test('reads every variable', () => {
    const { trustedProxies, ...config } = read({
      PUBLIC_URL: ' https://ID.example/ ',
      PORT: '8080',
      DATABASE_TIMEOUT: '30',
      HOST: '10.0.0.1',
      DATABASE_URL: 'postgresql://a@b/c',
      DATA_DIR: '/var/lib/countersign',
      SECRET_KEY: HEX,
      TRUSTED_PROXIES: '127.0.0.1, ::1 10.0.0.0/8,fd00::/8',
      OWNER_WALLETS: `0x${'AB'.repeat(20)}, 0x${'cd'.repeat(20)}`,
      WALLET_APPS: ' Trust, My Wallet = https://wallet.example/open?url={url} ',
      RPC_8453: 'https://base.example/Key',
      RPC_1:
        ' http://localhost:8545  https://rpc.example/v3/Key?x=1\nhttp://10.1.2.3 http://geth:8545 http://[fd00::1]/ ',
      RPC_10: ' ',
      RPC_PORT: 'of another program',
      WALLETCONNECT_PROJECT_ID: 'AB'.repeat(16),
      WALLETCONNECT_RELAY_URL: 'wss://Relay.example/',
      BASE_ACCOUNT: 'on',
      BASE_ACCOUNT_URL: 'https://Keys.example/connect',
      LOG_LEVEL: 'debug',
    })
    assert.deepEqual(config, {
      origin: 'https://id.example',
      domain: 'id.example',
      secure: true,
      port: 8080,
      host: '10.0.0.1',
      database: { engine: 'postgres', url: 'postgresql://a@b/c' },
      databaseTimeoutMs: 30_000,
      dataFolder: '/var/lib/countersign',
      secretKey: Buffer.from(HEX, 'hex'),
      ownerWallets: [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`],
      demoWallet: false,
      backupFolder: undefined,
      networks: [
        {
          chainId: 1,
          urls: [
            'http://localhost:8545/',
            'https://rpc.example/v3/Key?x=1',
            'http://10.1.2.3/',
            'http://geth:8545/',
            'http://[fd00::1]/',
          ],
        },
        { chainId: 8453, urls: ['https://base.example/Key'] },
      ],
      walletConnect: { projectId: 'ab'.repeat(16), relay: 'wss://relay.example' },
      baseAccount: { url: 'https://keys.example/connect' },
      walletApps: ['trust', { name: 'My Wallet', link: 'https://wallet.example/open?url={url}' }],
      logLevel: 'debug',
    })
    const addresses = ['127.0.0.1', '10.9.9.9', '11.0.0.1', 'fd12::1']
    assert.deepEqual(addresses.map(trustedProxies.has), [true, true, false, true])
  })

  test('derives the default address from the port, and ignores an empty variable', () => {
    assert.equal(read({ PORT: '4000' }).origin, 'http://localhost:4000')
    assert.equal(read({ PUBLIC_URL: '', SECRET_KEY: ' ' }).origin, 'http://localhost:3000')
  })

  test('accepts loopback over http, and listens on the public host', () => {
    for (const url of ['http://localhost', 'http://127.0.0.1:8080', 'http://[::1]:3000'])
      assert.deepEqual([read({ PUBLIC_URL: url }).secure, read({ PUBLIC_URL: url }).host], [false, 'localhost'])
    assert.equal(read({ PUBLIC_URL: 'https://id.example' }).host, '0.0.0.0')
    assert.equal(read({ PUBLIC_URL: 'https://id.example:8443' }).domain, 'id.example:8443')
    assert.equal(read({ PUBLIC_URL: 'https://bücher.example' }).domain, 'xn--bcher-kva.example')
  })

  test('accepts owners of every chain family, by address or CAIP-10 account', () => {
    const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
    const accounts = [
      `eip155:0:0x${'AB'.repeat(20)}`,
      `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`,
      `bip122:000000000019d6689c085ae165831e93:${bitcoin.toUpperCase()}`,
    ]
    const likeBitcoin = 'Bc1ZcbjNDX1q9P7xt1M4Lkb683Ksx3MxNwaGeXEGwDAN'
    const { ownerWallets } = read({ OWNER_WALLETS: [solana, likeBitcoin, bitcoin, legacy, ...accounts].join(' ') })
    assert.deepEqual(ownerWallets, [solana, likeBitcoin, bitcoin, legacy, `0x${'ab'.repeat(20)}`, solana, bitcoin])
    for (const wrong of [
      `eip155:1:0x${'ab'.repeat(20)}`,
      `solana:devnet:${solana}`,
      `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${bitcoin}`,
      bitcoin.replace('w', 'W'),
      'vitalik.eth',
    ])
      assert.throws(() => read({ OWNER_WALLETS: wrong }), /^ConfigError: OWNER_WALLETS: ".*" is not an address/)
  })

  test('accepts an absolute or relative database path', () => {
    assert.deepEqual(read({ DATABASE_URL: 'file:/tmp/a.db' }).database, { engine: 'sqlite', path: '/tmp/a.db' })
    assert.deepEqual(read({ DATABASE_URL: 'file:a.db' }).database, { engine: 'sqlite', path: '/srv/a.db' })
  })

  test('accepts a secret as hex or base64', () => {
    const base64 = Buffer.from(HEX, 'hex').toString('base64')
    assert.deepEqual(read({ SECRET_KEY: base64 }).secretKey, read({ SECRET_KEY: HEX }).secretKey)
  })

  test('accepts an absolute or relative backup folder', () => {
    assert.equal(read({ BACKUP_DIR: '/mnt/backups' }).backupFolder, '/mnt/backups')
    assert.equal(read({ BACKUP_DIR: 'backups' }).backupFolder, '/srv/backups')
  })

  test('enables the demo wallet on localhost only', () => {
    assert.equal(read({ DEMO_WALLET: 'on' }).demoWallet, true)
    assert.equal(read({ DEMO_WALLET: 'off' }).demoWallet, false)
    assert.equal(read({ PUBLIC_URL: 'https://id.example', DEMO_WALLET: 'off' }).demoWallet, false)
  })

  test('enables WalletConnect with a project id, through the default relay or a custom one', () => {
    const projectId = '0123456789abcdef'.repeat(2)
    const relayOf = (url?: string) =>
      read({ WALLETCONNECT_PROJECT_ID: projectId, ...(url ? { WALLETCONNECT_RELAY_URL: url } : {}) }).walletConnect
    assert.deepEqual(relayOf(), { projectId, relay: 'wss://relay.walletconnect.org' })
    for (const relay of ['wss://relay.example:8443', 'ws://localhost:5555', 'ws://127.0.0.1:5555', 'ws://[::1]:5555'])
      assert.deepEqual(relayOf(relay), { projectId, relay })
  })

  test('offers no wallet app when the list is empty', () => {
    assert.deepEqual(read({ WALLET_APPS: 'none' }).walletApps, [])
  })

  test('enables Base Account when asked to, with the default page or a custom one', () => {
    const pageOf = (url?: string) => read({ BASE_ACCOUNT: 'on', ...(url ? { BASE_ACCOUNT_URL: url } : {}) }).baseAccount
    assert.deepEqual(pageOf(), { url: 'https://keys.coinbase.com/connect' })
    for (const url of ['https://keys.example/a/b', 'http://localhost:5555/connect', 'http://127.0.0.1:5555/connect'])
      assert.deepEqual(pageOf(url), { url })
    assert.equal(read({ BASE_ACCOUNT: 'off' }).baseAccount, undefined)
  })
})

const REFUSED: [Environment, RegExp][] = [
  [{ PUBLIC_URL: 'id.example' }, /^PUBLIC_URL: .*for example https:\/\/id\.example/],
  [{ PUBLIC_URL: 'ftp://id.example' }, /^PUBLIC_URL: must start with https:\/\//],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, /^PUBLIC_URL: /],
  [{ PUBLIC_URL: 'https://id.example/path' }, /^PUBLIC_URL: must be an origin without path/],
  [{ PUBLIC_URL: 'https://id.example?x' }, /^PUBLIC_URL: must be an origin/],
  [{ PUBLIC_URL: 'https://id.example#x' }, /^PUBLIC_URL: must be an origin/],
  [{ PUBLIC_URL: 'https://me@id.example' }, /^PUBLIC_URL: must be an origin/],
  [{ PUBLIC_URL: 'https://:secret@id.example' }, /^PUBLIC_URL: must be an origin/],
  [{ PUBLIC_URL: 'http://id.example' }, /^PUBLIC_URL: .*require https.*Use https:\/\/id\.example/],
  [{ PUBLIC_URL: 'http://localhost.evil.example' }, /^PUBLIC_URL: .*require https/],
  [{ PUBLIC_URL: 'http://192.168.1.5:3000' }, /^PUBLIC_URL: .*Use https:\/\/192\.168\.1\.5:3000/],
  [{ PUBLIC_URL: 'http://0.0.0.0:3000' }, /^PUBLIC_URL: .*require https/],
  [{ PUBLIC_URL: 'https://my_host.example' }, /^PUBLIC_URL: wallets reject "my_host\.example"/],
  [{ PUBLIC_URL: 'https://id.example.' }, /^PUBLIC_URL: wallets reject/],
  [{ PUBLIC_URL: `https://${'a.'.repeat(110)}example` }, /^PUBLIC_URL: wallets reject/],
  [{ PORT: 'http' }, /^PORT: .*from 0 to 65535/],
  [{ PORT: '65536' }, /^PORT: /],
  [{ PORT: '-1' }, /^PORT: /],
  [{ DATABASE_TIMEOUT: '0' }, /^DATABASE_TIMEOUT: .*from 1 to 300/],
  [{ DATABASE_TIMEOUT: '301' }, /^DATABASE_TIMEOUT: /],
  [{ DATABASE_TIMEOUT: '5s' }, /^DATABASE_TIMEOUT: /],
  [{ DATABASE_URL: 'mysql://a' }, /^DATABASE_URL: must start with postgres:\/\/ or file:/],
  [{ DATABASE_URL: 'file:' }, /^DATABASE_URL: /],
  [{ SECRET_KEY: 'short' }, /^SECRET_KEY: .*openssl rand -hex 32/],
  [{ SECRET_KEY: HEX.slice(2) }, /^SECRET_KEY: /],
  [{ SECRET_KEY: `${HEX}ab` }, /^SECRET_KEY: /],
  [{ TRUSTED_PROXIES: 'proxy' }, /^TRUSTED_PROXIES: "proxy".*10\.0\.0\.0\/8/],
  [{ TRUSTED_PROXIES: '127.0.0.1/33' }, /^TRUSTED_PROXIES: /],
  [{ TRUSTED_PROXIES: '127.0.0.1, ::1/129' }, /^TRUSTED_PROXIES: /],
  [{ TRUSTED_PROXIES: '10.0.0.0/-1' }, /^TRUSTED_PROXIES: /],
  [{ TRUSTED_PROXIES: '*' }, /^TRUSTED_PROXIES: /],
  [{ DEMO_WALLET: 'yes' }, /^DEMO_WALLET: "yes" is invalid. Set on or off/],
  [{ PUBLIC_URL: 'https://id.example', DEMO_WALLET: 'on' }, /^DEMO_WALLET: .*only available on localhost/],
  [{ BACKUP_DIR: '/b', DATABASE_URL: 'postgres://a@b/c' }, /^BACKUP_DIR: .*only SQLite.*pg_dump/],
  [{ RPC_0: 'https://a.example' }, /^RPC_0: .*must end with a chain ID/],
  [{ RPC_01: 'https://a.example' }, /^RPC_01: .*must end with a chain ID/],
  [{ RPC_9007199254740992: 'https://a.example' }, /^RPC_9007199254740992: .*must end with a chain ID/],
  [{ RPC_1: 'rpc.example' }, /^RPC_1: endpoint 1 is not a URL.*https:\/\/rpc\.example/],
  [{ RPC_1: 'https://a.example ftp://b.example' }, /^RPC_1: endpoint 2 is not a URL/],
  [{ RPC_1: 'http://a.example' }, /^RPC_1: endpoint 1 must start with https/],
  [{ RPC_1: 'http://8.8.8.8' }, /^RPC_1: endpoint 1 must start with https/],
  [{ RPC_1: 'http://169.254.169.254' }, /^RPC_1: endpoint 1 must start with https/],
  [{ RPC_1: 'http://[2001:db8::1]' }, /^RPC_1: endpoint 1 must start with https/],
  [{ RPC_1: 'http://localhost.evil.example' }, /^RPC_1: endpoint 1 must start with https/],
  [{ RPC_1: 'https://me:secret@a.example' }, /^RPC_1: endpoint 1 must not contain credentials/],
  [{ RPC_1: `https://a.example/${'x'.repeat(500)}` }, /^RPC_1: endpoint 1 is too long/],
  [{ RPC_1: 'https://a.example https://A.example/#x' }, /^RPC_1: duplicate endpoint/],
  [{ RPC_1: 'https://a https://b https://c https://d https://e https://f' }, /^RPC_1: at most 5 endpoints/],
  [{ WALLET_APPS: 'metamask, rabby' }, /^WALLET_APPS: "rabby" is not one of metamask, .*Example: metamask/],
  [{ WALLET_APPS: 'My Wallet=wallet.example/{url}' }, /^WALLET_APPS: the link of "My Wallet" must start with https/],
  [{ WALLET_APPS: 'A=http://wallet.example/{url}' }, /^WALLET_APPS: the link of "A" must start with https/],
  [{ WALLET_APPS: 'A=javascript://%0aalert(1)/{url}' }, /^WALLET_APPS: the link of "A" must start with https/],
  [{ WALLET_APPS: 'A=https://wallet.example' }, /^WALLET_APPS: the link of "A" must .*contain \{url\}/],
  [{ WALLET_APPS: 'A=https://wallet.example/{url}{page}' }, /^WALLET_APPS: the link of "A" must/],
  [{ WALLET_APPS: '=https://wallet.example/{url}' }, /^WALLET_APPS: "" is not a valid app name/],
  [{ WALLET_APPS: 'trust, metamask, Trust' }, /^WALLET_APPS: "trust" is listed twice/],
  [{ WALLETCONNECT_PROJECT_ID: 'my project' }, /^WALLETCONNECT_PROJECT_ID: .*32 hex digits.*Copy the project ID/],
  [{ WALLETCONNECT_PROJECT_ID: HEX }, /^WALLETCONNECT_PROJECT_ID: .*32 hex digits/],
  [{ WALLETCONNECT_RELAY_URL: 'wss://a.example' }, /^WALLETCONNECT_RELAY_URL: requires WALLETCONNECT_PROJECT_ID/],
  ...[
    'relay.example',
    'https://relay.example',
    'ws://relay.example',
    'ws://localhost.evil.example',
    'ws://10.0.0.1',
    'wss://relay.example/path',
    'wss://relay.example?x=1',
    'wss://relay.example#x',
    'wss://me@relay.example',
    'wss://:secret@relay.example',
    "wss://relay.example;script-src'self'",
    "wss://relay.example; script-src 'unsafe-inline'",
    'wss://relay.example https://evil.example',
    'wss://*',
  ].map((url): [Environment, RegExp] => [
    { WALLETCONNECT_PROJECT_ID: HEX.slice(32), WALLETCONNECT_RELAY_URL: url },
    /^WALLETCONNECT_RELAY_URL: .*must be a wss:\/\/ origin.*for example wss:\/\/relay\.walletconnect\.org/,
  ]),
  [{ BASE_ACCOUNT: 'yes' }, /^BASE_ACCOUNT: "yes" is invalid. Set on or off/],
  [{ BASE_ACCOUNT_URL: 'https://a.example' }, /^BASE_ACCOUNT_URL: requires BASE_ACCOUNT=on/],
  [{ BASE_ACCOUNT: 'off', BASE_ACCOUNT_URL: 'https://a.example' }, /^BASE_ACCOUNT_URL: requires/],
  ...[
    'keys.example',
    'http://keys.example',
    'javascript:alert(1)',
    'https://me@keys.example',
    'https://keys.example/?x=1',
    'https://keys.example/#x',
  ].map((url): [Environment, RegExp] => [
    { BASE_ACCOUNT: 'on', BASE_ACCOUNT_URL: url },
    /^BASE_ACCOUNT_URL: .*must start with https:\/\/.*Unset it to use https:\/\/keys\.coinbase\.com/,
  ]),
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: "loud" is not one of debug, info, warn, error/],
]

describe('invalid configuration', () => {
  for (const [environment, words] of REFUSED)
    test(`rejects ${JSON.stringify(environment).slice(0, 80)}`, () => assert.match(rejectionOf(environment), words))

  test('does not repeat a secret', () => assert.doesNotMatch(rejectionOf({ SECRET_KEY: 'hunter2' }), /hunter2/))
  test('does not repeat the API key of an endpoint', () => {
    for (const url of ['http://a.example/hunter2', 'ftp://a/hunter2', 'hunter2', 'https://hunter2@a.example'])
      assert.doesNotMatch(rejectionOf({ RPC_1: url }), /hunter2/)
  })
  test('does not repeat a database password', () =>
    assert.doesNotMatch(rejectionOf({ DATABASE_URL: 'postgre://u:hunter2@h/d' }), /hunter2/))
})

describe('DATABASE_URL', () => {
  test('says without the password that a URL of PostgreSQL is malformed', () =>
    assert.throws(
      () => read({ DATABASE_URL: 'postgres://app:hunter#2@db.example/app' }),
      (error: Error) => /^DATABASE_URL: is not a URL/.test(error.message) && !error.message.includes('hunter'),
    ))

  for (const url of ['postgres://app:p%23@db.example/app', 'postgresql://app@/app?host=/run/postgresql'])
    test(`accepts ${url}`, () => assert.deepEqual(read({ DATABASE_URL: url }).database, { engine: 'postgres', url }))
})
