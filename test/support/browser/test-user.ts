/** A user in a real browser with scripted wallets: their actions, what the page shows and announces, and the requests it sends. */

import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'
import { newAccount } from '../server/http-browser.ts'
import { until, WAIT_MS } from '../until.ts'
import {
  installScriptedWallet,
  type ScriptedWallet,
  type WalletAnswer,
  type WalletPage,
  type WalletScript,
} from '../wallets/scripted-wallet.ts'
import { type BrowserProfile, openProfile } from './chromium.ts'
import {
  type FamilyAccounts,
  type FamilyWalletChoice,
  installFamilyWallets,
  newFamilyAccounts,
} from './family-wallets.ts'

export type TestUserOptions = {
  /** In the order they are installed; without `accounts` a wallet holds the user's account. */
  wallets?: WalletChoice[]
  /** Wallets of Solana and Bitcoin. */
  families?: FamilyWalletChoice[]
  browser?: BrowserContextOptions
  /** Installs `page.clock`, which the test can move. */
  clock?: boolean
  /** The only other host that the page may connect to, by WebSocket. */
  relay?: string
}

export type WalletChoice = Omit<WalletScript, 'accounts' | 'signWith'> & { accounts?: string[] }

export type TestUser = BrowserProfile & {
  /** The key behind the wallets. */
  account: PrivateKeyAccount
  /** Another key the wallets can sign with. */
  other: PrivateKeyAccount
  /** The keys behind the wallets of other families. */
  readonly families: FamilyAccounts
  /** API requests in order, such as `POST /api/sessions`. */
  calls: string[]
  /** Messages the wallets were asked to sign. */
  messages: string[]
  /** Makes the wallets sign with another key than the one of their account. */
  signAs(account: PrivateKeyAccount | undefined): void
  wallet(rdns: string, page?: Page): WalletHandle
  close(): Promise<void>
}

/** A wallet in the page, controlled by the test. */
export type WalletHandle = {
  calledMethods(): Promise<string[]>
  waiting(): Promise<string[]>
  answer(method: string, answer: WalletAnswer): Promise<void>
  approve(result?: unknown): Promise<void>
  reject(error?: { code?: number; message: string }): Promise<void>
  announce(): Promise<void>
  emit(event: string, ...values: unknown[]): Promise<void>
  switchAccounts(accounts: string[]): Promise<void>
  switchChain(chainId: number): Promise<void>
  permit(allowed: boolean): Promise<void>
}

export const METAMASK: WalletChoice = { name: 'MetaMask', rdns: 'io.metamask' }
export const RABBY: WalletChoice = { name: 'Rabby Wallet', rdns: 'io.rabby' }

const SIGNER = 'signForTest'
let userCount = 0

export async function openTestUser(browser: Browser, origin: string, options: TestUserOptions): Promise<TestUser> {
  const account = newAccount()
  const other = newAccount()
  const headers = { 'X-Forwarded-For': nextAddress(), ...options.browser?.extraHTTPHeaders }
  const { relay } = options
  const profile = await openProfile(browser, origin, {
    ...options.browser,
    extraHTTPHeaders: headers,
    ...(relay ? { relay } : {}),
  })
  const { context, page } = profile
  page.setDefaultTimeout(WAIT_MS)
  const calls: string[] = []
  const messages: string[] = []
  let signer: PrivateKeyAccount | undefined
  context.on('request', (request) => recordRequest(calls, origin, request))
  await context.exposeFunction(SIGNER, (raw: `0x${string}`, address: string) => {
    messages.push(Buffer.from(raw.slice(2), 'hex').toString())
    const named = [account, other].find((each) => each.address.toLowerCase() === address.toLowerCase())
    return (signer ?? named ?? account).signMessage({ message: { raw } })
  })
  for (const wallet of options.wallets ?? []) {
    const script: WalletScript = { accounts: [account.address], ...wallet, signWith: SIGNER }
    await context.addInitScript(installScriptedWallet as (script: WalletScript) => unknown, script) // the page is its global
  }
  const families = lazily(newFamilyAccounts)
  if (options.families) {
    const record = (message: string) => void messages.push(message)
    await installFamilyWallets(context, families(), { choices: options.families, record })
  }
  if (options.clock) await context.clock.install()
  return {
    ...profile,
    account,
    other,
    get families() {
      return families()
    },
    calls,
    messages,
    signAs(next) {
      signer = next
    },
    wallet: (rdns, on = page) => controlWallet(on, rdns),
    close: () => context.close(),
  }
}

// Found by element, which is faster than computing the role of every element.
export const main = (page: Page): Locator => page.locator('main')

export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  await main(page).getByText(text).first().waitFor()
}

/** The row whose link has exactly this name; a part of it may appear in an address. */
export const rowOf = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

export async function expectHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

export async function expectValue(field: Locator, value: string): Promise<void> {
  await until(
    () => field.inputValue(),
    (shown) => shown === value,
    `the field has the value ${value}`,
  )
}

export async function clickButton(page: Page, name: string | RegExp): Promise<void> {
  const options = typeof name === 'string' ? { name, exact: true } : { name }
  await main(page).getByRole('button', options).click()
}

/** Clicks a copy button and returns the clipboard; the profile needs the clipboard permission. */
export async function readCopied(page: Page, name: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')")
  await clickButton(page, name)
  const readClipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
  return until(readClipboard, (text) => text !== '', `${name} copies a text`)
}

/** The status word in the header. */
export async function expectStatus(page: Page, word: string): Promise<void> {
  await connectionChip(page).getByText(word, { exact: true }).waitFor()
}

/** Without a session, only a connection that exists is shown. */
export async function expectNoStatus(page: Page): Promise<void> {
  await page.getByRole('banner').waitFor()
  await connectionChip(page).waitFor({ state: 'detached' })
}

const connectionChip = (page: Page) => page.getByRole('banner').locator('.wallet-chip')

/** The latest text of a live region. */
export const readAnnouncement = (page: Page, role: 'status' | 'alert'): Promise<string | null> =>
  page.getByRole(role, { includeHidden: true }).first().textContent()

/** The text is shown and announced politely, without an alert. */
export async function expectPoliteMessage(page: Page, text: string): Promise<void> {
  await expectText(page, text)
  await until(
    () => readAnnouncement(page, 'status'),
    (announced) => announced?.includes(text) === true,
    'the message is announced politely',
  )
  assert.equal(await readAnnouncement(page, 'alert'), '')
}

/** Waits for the challenge that the page prefetches, so that a click reaches the wallet without waiting for the server. */
export async function waitForChallenge(page: Page, start: () => Promise<unknown>): Promise<void> {
  const [response] = await Promise.all([page.waitForResponse(/\/api\/challenges$/), start()])
  await response.finished()
}

/**
 * Opens a page and waits until its event stream is open and no request is pending. Events from before are not sent,
 * and a late request would report the end of the session before its reason arrives.
 */
export async function openAndWaitForIdle(page: Page, open: () => Promise<unknown>): Promise<void> {
  const calls = new Set<Request>()
  let streams = false
  page.on('request', (request) => {
    if (/\/api\/(?!events)/.test(request.url())) calls.add(request)
    if (!request.isNavigationRequest()) return
    calls.clear() // requests of the previous page
    streams = false
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/api/events')) streams = true
  })
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  await open()
  await until(
    () => ({ streams, calls: [...calls].map((request) => request.url()) }),
    (page) => page.streams && page.calls.length === 0,
    'the event stream is open and no request is pending',
  )
}

/** Pauses the page clock one minute ahead, since pausing itself takes time. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
}

export async function waitForPath(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === path)
}

function controlWallet(page: Page, rdns: string): WalletHandle {
  const callWallet = (method: keyof ScriptedWallet, ...values: unknown[]): Promise<unknown> =>
    page.evaluate(
      ([name, memberName, args]) => {
        const wallet = (globalThis as unknown as WalletPage).scriptedWallets?.[name] // put there by the init script
        const member = wallet?.[memberName as 'emit'] as unknown as (...values: unknown[]) => unknown // any of its methods
        return typeof member === 'function' ? member(...args) : member
      },
      [rdns, method, values] as const,
    )
  // The page may show that it waits before its request arrives.
  const waitForRequest = () =>
    until(
      async () => (await callWallet('waiting')) as string[], // the wallet's own list
      (methods) => methods.length > 0,
      `${rdns} receives a request`,
    )
  return {
    calledMethods: async () => (await callWallet('calledMethods')) as string[], // the wallet's own list
    waiting: async () => (await callWallet('waiting')) as string[], // the same
    answer: async (method, answer) => void (await callWallet('answer', method, answer)),
    approve: async (...result) => {
      await waitForRequest()
      await callWallet('approve', ...result)
    },
    reject: async (...error) => {
      await waitForRequest()
      await callWallet('reject', ...error)
    },
    announce: async () => void (await callWallet('announce')),
    emit: async (event, ...values) => void (await callWallet('emit', event, ...values)),
    switchAccounts: async (accounts) => void (await callWallet('switchAccounts', accounts)),
    switchChain: async (chainId) => void (await callWallet('switchChain', chainId)),
    permit: async (allowed) => void (await callWallet('permit', allowed)),
  }
}

function lazily<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}

function recordRequest(calls: string[], origin: string, request: Request): void {
  const url = new URL(request.url())
  if (url.origin === origin && url.pathname.startsWith('/api/')) calls.push(`${request.method()} ${url.pathname}`)
}

function nextAddress(): string {
  userCount++
  return `10.${process.pid % 250}.${(userCount >> 8) & 255}.${userCount & 255}`
}
