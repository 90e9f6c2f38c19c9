import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { walletLibraries } from '@countersign/contract/wallet-library.ts'
import { INSTALLED_LIBRARIES } from '../../../test/support/wallets/wallet-libraries.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { loadWalletLibraries } from './wallet-libraries.ts'

const { walletConnect, baseAccount } = walletLibraries
const BOTH = { WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16), BASE_ACCOUNT: 'on' }

describe('wallet libraries', () => {
  let root: string
  let folder: string
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'countersign-libraries-'))
  })
  after(() => rmSync(root, { recursive: true, force: true }))
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'installation-'))
  })

  /** Copies of the script and the package.json, as npm installs them. */
  function install(library: typeof walletConnect | typeof baseAccount, at = folder): string {
    const target = join(at, 'node_modules', library.package)
    for (const file of ['package.json', library.file])
      cpSync(join(INSTALLED_LIBRARIES, library.package, file), join(target, file), { recursive: true })
    return target
  }

  async function load(environment: Record<string, string> = BOTH, data = folder) {
    const warnings: { message: string; fix: string }[] = []
    const write = (line: string) => void warnings.push(JSON.parse(line))
    const log = createLog({ level: 'warn', human: false, write, now: Date.now })
    const wanted = readConfig({ ...environment, DATA_DIR: data }, '/nonexistent')
    const { config, files } = await loadWalletLibraries(wanted, log)
    const { walletConnect, baseAccount, ...rest } = config
    const { walletConnect: _, baseAccount: __, ...others } = wanted
    assert.deepEqual(rest, others)
    return {
      offered: { walletConnect, baseAccount },
      files,
      warnings: warnings.map(({ message, fix }) => [message, fix]),
    }
  }

  const NOTHING = { walletConnect: undefined, baseAccount: undefined }
  const fixFor = (install: string) => `npm install --prefix ${folder} --ignore-scripts ${install}`

  test('are not looked for when no wallet needs them', async () => {
    install(walletConnect)
    const { offered, files, warnings } = await load({})
    assert.deepEqual({ offered, paths: [...files.keys()], warnings }, { offered: NOTHING, paths: [], warnings: [] })
  })

  test('are offered as published, compressed and immutable', async () => {
    install(walletConnect)
    install(baseAccount)
    const { offered, files, warnings } = await load()
    assert.deepEqual(warnings, [])
    assert.deepEqual(offered, {
      walletConnect: { projectId: 'ab'.repeat(16), relay: 'wss://relay.walletconnect.org' },
      baseAccount: { url: 'https://keys.coinbase.com/connect' },
    })
    assert.deepEqual([...files.keys()], [walletConnect.path, baseAccount.path])
    for (const library of [walletConnect, baseAccount]) {
      const { br, gzip, ...file } = files.get(library.path) ?? {}
      assert.deepEqual(file, {
        type: 'text/javascript; charset=utf-8',
        cache: 'public, max-age=31536000, immutable',
        page: false,
        icon: false,
      })
      const published = readFileSync(join(INSTALLED_LIBRARIES, library.package, library.file))
      assert.ok(br && gzip && br.length < gzip.length && gzip.length < published.length / 3)
      assert.ok(brotliDecompressSync(br).equals(published))
      assert.ok(gunzipSync(gzip).equals(published))
    }
  })

  test('are found in a folder above the data folder', async () => {
    install(walletConnect)
    const { offered, warnings } = await load({ ...BOTH, BASE_ACCOUNT: 'off' }, join(folder, 'data', 'of', 'a', 'site'))
    assert.deepEqual([offered.walletConnect?.projectId, warnings], ['ab'.repeat(16), []])
  })

  test('that are missing are named with the command that installs them', async () => {
    const { offered, files, warnings } = await load()
    assert.deepEqual([offered, files.size], [NOTHING, 0])
    assert.deepEqual(warnings, [
      ['WalletConnect is not offered: @walletconnect/sign-client is not installed.', fixFor(walletConnect.install)],
      ['Base Account is not offered: @base-org/account is not installed.', fixFor(baseAccount.install)],
    ])
  })

  test('of another version are not offered', async () => {
    const target = install(walletConnect)
    writeFileSync(join(target, 'package.json'), '{"name": "@walletconnect/sign-client", "version": "2.25.0"}')
    writeFileSync(join(target, walletConnect.file), 'another version')
    mkdirSync(join(folder, 'node_modules', baseAccount.package), { recursive: true })
    const { offered, files, warnings } = await load()
    assert.deepEqual([offered, files.size], [NOTHING, 0])
    assert.deepEqual(warnings, [
      [
        `WalletConnect is not offered: ${target} is version 2.25.0, and only 2.21.8 can be used.`,
        fixFor(walletConnect.install),
      ],
      [
        `Base Account is not offered: ${join(folder, 'node_modules', baseAccount.package)} is version unknown, and only 2.5.10 can be used.`,
        fixFor(baseAccount.install),
      ],
    ])
  })

  test('that were changed are not offered, and a good copy above is', async () => {
    const data = join(folder, 'data')
    const target = install(walletConnect, data)
    const script = join(target, walletConnect.file)
    writeFileSync(script, `${readFileSync(script, 'utf8')} `)
    const changed = await load({ ...BOTH, BASE_ACCOUNT: 'off' }, data)
    assert.deepEqual(changed.offered, NOTHING)
    assert.deepEqual(
      changed.warnings.map(([message]) => message),
      [`WalletConnect is not offered: ${script} is missing, or not the file that was published.`],
    )
    install(walletConnect)
    const { offered, warnings } = await load({ ...BOTH, BASE_ACCOUNT: 'off' }, data)
    assert.deepEqual([offered.walletConnect?.projectId, warnings], ['ab'.repeat(16), []])
  })

  test('are installed by a command that a shell reads as it is meant', async () => {
    const data = join(folder, "it's; a folder")
    const { warnings } = await load({ ...BOTH, BASE_ACCOUNT: 'off' }, data)
    assert.equal(warnings[0]?.[1], fixFor(walletConnect.install).replace(folder, `'${folder}/it'\\''s; a folder'`))
  })
})
