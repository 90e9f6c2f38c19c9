import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { findMisspelled, openEnvironment } from './environment.ts'
import { type Variable, variables } from './variables.ts'

const HEX = 'ab'.repeat(32)

describe('files of secrets', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-secrets-'))
    writeFileSync(join(folder, 'key'), `${HEX}\r\n`)
    writeFileSync(join(folder, 'url'), 'postgres://a:b@c/d\n')
    writeFileSync(join(folder, 'rpc'), 'https://one.example/key\nhttps://two.example/key\n')
    writeFileSync(join(folder, 'empty'), '\n')
    mkdirSync(join(folder, 'folder'))
  })
  after(() => rmSync(folder, { recursive: true }))

  test('are read for every secret, without the line break at the end', () => {
    const environment = { SECRET_KEY_FILE: join(folder, 'key'), DATABASE_URL_FILE: 'url', RPC_1_FILE: ' rpc ' }
    const { secretKey, database, networks } = readConfig({ ...environment, SECRET_KEY: ' ' }, folder)
    assert.deepEqual(secretKey, Buffer.from(HEX, 'hex'))
    assert.deepEqual(database, { engine: 'postgres', url: 'postgres://a:b@c/d' })
    assert.deepEqual(networks, [{ chainId: 1, urls: ['https://one.example/key', 'https://two.example/key'] }])
  })

  test('are not read for other variables', () => {
    assert.equal(readConfig({ PORT_FILE: 'key', WALLETCONNECT_PROJECT_ID_FILE: 'key' }, folder).port, 3000)
  })

  for (const [title, environment, problem] of [
    ['one that does not exist', { SECRET_KEY_FILE: 'none' }, 'SECRET_KEY_FILE: {}/none does not exist.'],
    ['a path below a file', { SECRET_KEY_FILE: 'key/key' }, 'SECRET_KEY_FILE: {}/key/key is below a file.'],
    ['a folder', { DATABASE_URL_FILE: 'folder' }, 'DATABASE_URL_FILE: {}/folder is a folder, not a file.'],
    ['an empty one', { SECRET_KEY_FILE: 'empty' }, 'SECRET_KEY_FILE: {}/empty is empty.'],
    ['one of a network', { RPC_1_FILE: 'none' }, 'RPC_1_FILE: {}/none does not exist.'],
    [
      'both',
      { SECRET_KEY: HEX, SECRET_KEY_FILE: 'key' },
      'SECRET_KEY_FILE: SECRET_KEY is set as well. Unset one of them.',
    ],
    [
      'both of a network',
      { RPC_1: 'https://a.example', RPC_1_FILE: 'rpc' },
      'RPC_1_FILE: RPC_1 is set as well. Unset one of them.',
    ],
  ] as const)
    test(`rejects ${title}`, () =>
      assert.throws(
        () => readConfig(environment, folder),
        (error) => error instanceof ConfigError && error.message === problem.replaceAll('{}', folder),
      ))

  test('never shows what is in the file', () => {
    writeFileSync(join(folder, 'short'), 'do-not-log-this')
    assert.throws(
      () => readConfig({ SECRET_KEY_FILE: 'short' }, folder),
      (error) => error instanceof ConfigError && !error.message.includes('do-not-log-this'),
    )
  })
})

describe('variables', () => {
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    test(`${name} has a default or what applies without it, and an example that is accepted`, () => {
      assert.equal((variable.default === undefined) !== (variable.unset === undefined), true)
      const needed = { ...NEEDED[name], [name.replace('<chain id>', '1')]: EXAMPLES[name] ?? variable.example }
      assert.doesNotThrow(() => readConfig(needed, '/srv'))
      if (variable.values) assert.ok(variable.values.includes(variable.example))
      const { default: value } = variable
      if (value !== undefined) assert.deepEqual(readConfig({ [name]: value }, '/srv').port, readConfig({}, '/srv').port)
    })
  }
  const NEEDED: Record<string, Record<string, string>> = {
    WALLETCONNECT_RELAY_URL: { WALLETCONNECT_PROJECT_ID: '0'.repeat(32) },
    BASE_ACCOUNT_URL: { BASE_ACCOUNT: 'on' },
  }
  const EXAMPLES: Record<string, string> = { SECRET_KEY: HEX, OWNER_WALLETS: `0x${'ab'.repeat(20)}` }

  test('are read with their defaults', () => {
    const { read } = openEnvironment({ LOG_LEVEL: ' ' }, '/srv')
    assert.deepEqual(
      [read('LOG_LEVEL'), read('PORT'), read('DATA_DIR'), read('HOST')],
      ['info', '3000', 'data', undefined],
    )
  })
})

describe('findMisspelled', () => {
  for (const [name, meant] of [
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['OWNER_WALLET', 'OWNER_WALLETS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['SECRET_KEY_FLIE', 'SECRET_KEY_FILE'],
    ['SECRT_KEY_FILE', 'SECRET_KEY_FILE'],
    ['BACKUP_DIR_FILE', 'BACKUP_DIR'],
    ['WALLET_CONNECT_PROJECT_ID', 'WALLETCONNECT_PROJECT_ID'],
    ['COUNTERSIGN_PUBLIC_URL', 'PUBLIC_URL'],
  ] as const)
    test(`suggests ${meant} for ${name}`, () => assert.deepEqual(findMisspelled({ [name]: 'x' }), [{ name, meant }]))

  test('is silent about variables that are read, and about empty ones', () => {
    const read = Object.keys(variables).map((name) => name.replace('<chain id>', '1'))
    const names = [...read, 'SECRET_KEY_FILE', 'DATABASE_URL_FILE', 'RPC_8453_FILE']
    assert.deepEqual(findMisspelled({ ...Object.fromEntries(names.map((name) => [name, 'x'])), PUBLIC_ULR: '' }), [])
  })

  test('is silent about variables of shells, containers, clusters and other programs', () => {
    const names =
      'PATH HOME HOSTNAME HOSTTYPE SHELL SHLVL PWD OLDPWD USER LOGNAME LANG LC_ALL TERM TZ TMPDIR EDITOR VISUAL PAGER ' +
      'XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_CONFIG_HOME DISPLAY SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS ' +
      'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ALL_PROXY PORTS HOSTS PROT NODE_ENV NODE_PATH ' +
      'NODE_OPTIONS NODE_VERSION YARN_VERSION npm_config_cache npm_lifecycle_event npm_package_name CI DEBUG RPC_PORT RPC_URL ' +
      'KUBERNETES_PORT KUBERNETES_SERVICE_HOST COUNTERSIGN_PORT COUNTERSIGN_PORT_3000_TCP COUNTERSIGN_SERVICE_HOST ' +
      'COUNTERSIGN_SERVICE_PORT COUNTERSIGN_PORT_3000_TCP_ADDR INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY ' +
      'RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY SYSTEMD_EXEC_PID DATABASE_NAME DATABASE_HOST DATABASE_USER DATABASE_PORT ' +
      'DATABASE_PASSWORD PGHOST PGPORT PGPASSWORD POSTGRES_PASSWORD POSTGRES_DB SECRET_KEY_BASE PUBLIC_KEY PUBLIC_PATH ' +
      'BASE_URL BASE_DIR LOG_FORMAT LOG_FILE DATA_PATH DATA_HOME CACHE_DIR TEMP_DIR BACKUP_ID WALLET_ID API_KEY ' +
      'AWS_SECRET_ACCESS_KEY AWS_REGION GITHUB_TOKEN RAILWAY_PUBLIC_DOMAIN FLY_APP_NAME RENDER_EXTERNAL_URL DYNO'
    const environment = Object.fromEntries(names.split(' ').map((name) => [name, 'x']))
    assert.deepEqual(findMisspelled(environment), [])
  })
})
