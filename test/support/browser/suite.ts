/** A product of its own for one file of browser tests; every test gets a guest with a fresh profile. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { changeDatabase, readDatabase } from '../database/sqlite-file.ts'
import { type Product, startProduct } from '../server/product.ts'
import { openChromium } from './chromium.ts'
import { type Guest, type GuestOptions, welcomeGuest } from './test-user.ts'

export type Stage<P extends Product = Product> = {
  readonly product: P
  /** A test with a guest who must leave without a stranger asked and without a complaint. */
  play(name: string, options: GuestOptions, scene: (guest: Guest) => Promise<void>): void
  guest(options?: GuestOptions): Promise<Guest>
  /** The path of the database, which tests read and change past the product. */
  readonly database: string
  read(sql: string, ...values: SQLInputValue[]): unknown[]
  change(sql: string, ...values: SQLInputValue[]): number
}

// Guests come through a proxy of ours, each from an address of their own: rates are not what these tests are about.
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'warn' }
const LIMIT_MS = 600_000

type Start<P> = (options: { environment: Record<string, string> }) => Promise<P>

export const setStage = (environment: Record<string, string> = {}): Stage => setStageOf(startProduct, environment)

export function setStageOf<P extends Product>(start: Start<P>, environment: Record<string, string> = {}): Stage<P> {
  let product: P
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stage-'))
  const database = join(folder, 'countersign.db')
  before(async () => {
    product = await start({ environment: { ...ENVIRONMENT, DATA_DIR: folder, ...environment } })
  })
  after(async () => {
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const guest = async (options: GuestOptions = {}) => welcomeGuest(await openChromium(), product.origin, options)
  return {
    get product() {
      return product
    },
    guest,
    database,
    read: (sql, ...values) => readDatabase(database, sql, ...values),
    change: (sql, ...values) => changeDatabase(database, sql, ...values),
    play(name, options, scene) {
      test(name, { timeout: LIMIT_MS }, async () => {
        const visitor = await guest(options)
        try {
          await scene(visitor)
          assert.deepEqual({ strangers: visitor.strangers, complaints: visitor.complaints }, QUIET)
        } finally {
          await visitor.leave()
        }
      })
    },
  }
}

const QUIET = { strangers: [], complaints: [] }
