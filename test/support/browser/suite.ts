/** One product per file of browser tests; every test gets a user with a fresh browser profile. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { changeDatabase, readDatabase } from '../database/sqlite-file.ts'
import { type Product, type RunningProduct, startProduct } from '../server/product.ts'
import { openChromium } from './chromium.ts'
import { openTestUser, type TestUser, type TestUserOptions } from './test-user.ts'

export type BrowserSuite<P extends RunningProduct = Product> = {
  readonly product: P
  /** A test that also fails on requests to other origins and on page errors. */
  testInBrowser(name: string, options: TestUserOptions, run: (user: TestUser) => Promise<void>): void
  openUser(options?: TestUserOptions): Promise<TestUser>
  /** The path of the database, which tests read and change directly. */
  readonly database: string
  read(sql: string, ...values: SQLInputValue[]): unknown[]
  change(sql: string, ...values: SQLInputValue[]): number
}

// Each user sends its own forwarded address, so that rate limits per IP address do not apply.
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'warn' }
const TIMEOUT_MS = 600_000

type Start<P> = (options: { environment: Record<string, string> }) => Promise<P>

export const setUpSuite = (environment: Record<string, string> = {}): BrowserSuite =>
  setUpSuiteWith(startProduct, environment)

export function setUpSuiteWith<P extends RunningProduct>(
  start: Start<P>,
  environment: Record<string, string> = {},
): BrowserSuite<P> {
  let product: P
  const folder = mkdtempSync(join(tmpdir(), 'countersign-suite-'))
  const database = join(folder, 'countersign.db')
  before(async () => {
    product = await start({ environment: { ...ENVIRONMENT, DATA_DIR: folder, ...environment } })
  })
  after(async () => {
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const openUser = async (options: TestUserOptions = {}) => openTestUser(await openChromium(), product.origin, options)
  return {
    get product() {
      return product
    },
    openUser,
    database,
    read: (sql, ...values) => readDatabase(database, sql, ...values),
    change: (sql, ...values) => changeDatabase(database, sql, ...values),
    testInBrowser(name, options, run) {
      test(name, { timeout: TIMEOUT_MS }, async () => {
        const user = await openUser(options)
        try {
          await run(user)
          assert.deepEqual({ foreignRequests: user.foreignRequests, pageErrors: user.pageErrors }, NO_PROBLEMS)
        } finally {
          await user.close()
        }
      })
    },
  }
}

const NO_PROBLEMS = { foreignRequests: [], pageErrors: [] }
