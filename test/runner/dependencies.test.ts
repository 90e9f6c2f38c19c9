import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { walletLibraries } from '@countersign/contract/wallet-library.ts'

type Lockfile = { packages: Record<string, { version?: string; dependencies?: Record<string, string> }> }

const ROOT = join(import.meta.dirname, '..', '..')
const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const readLockfile = (folder = '.'): Lockfile => readJson(join(folder, 'package-lock.json'))

describe('dependencies', () => {
  test('contain no library of a wallet that an operator installs, and nothing that only these need', () => {
    const names = Object.keys(readLockfile().packages)
    assert.ok(names.includes('node_modules/zod'))
    const unwanted = /@(?:walletconnect|base-org|coinbase|favware|reown)\//
    assert.deepEqual(
      names.filter((name) => unwanted.test(name)),
      [],
    )
  })

  test('of tests have the version of each library that the server accepts', () => {
    const { packages } = readLockfile('test/wallets')
    for (const { package: name, version, install } of Object.values(walletLibraries)) {
      assert.equal(packages[`node_modules/${name}`]?.version, version)
      assert.ok(install.startsWith(`${name}@${version}`))
    }
  })
})
