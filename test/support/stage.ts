/** A product of its own and a browser, for one file of browser tests; every test gets a guest with a fresh profile. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { type Guest, type GuestOptions, welcomeGuest } from './guest.ts'
import { type Product, startProduct } from './product.ts'

export type Stage = {
  readonly product: Product
  readonly browser: Browser
  /** A test with a guest who must leave without a stranger asked and without a complaint. */
  play(name: string, options: GuestOptions, scene: (guest: Guest) => Promise<void>): void
  guest(options?: GuestOptions): Promise<Guest>
}

// Guests come through a proxy of ours, each from an address of their own: rates are not what these tests are about.
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'warn' }
const LIMIT_MS = 120_000

export function setStage(environment: Record<string, string> = {}): Stage {
  let product: Product
  let browser: Browser
  before(async () => {
    product = await startProduct({ environment: { ...ENVIRONMENT, ...environment } })
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await product?.stop()
  })
  const guest = (options: GuestOptions = {}) => welcomeGuest(browser, product.origin, options)
  return {
    get product() {
      return product
    },
    get browser() {
      return browser
    },
    guest,
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
