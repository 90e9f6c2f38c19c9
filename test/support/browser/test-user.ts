/** A person in a real browser with scripted wallets: what they see, press and hear, and what was asked behind it. */

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
import { openVisitor, type Visitor } from './chromium.ts'

export type GuestOptions = {
  /** In the order they are installed; without `accounts` a wallet holds the guest's own. */
  wallets?: WalletChoice[]
  browser?: BrowserContextOptions
  /** Time can be moved: `page.clock`. */
  clock?: boolean
  /** The only place besides the origin that the page may talk to, by WebSocket. */
  relay?: string
}

export type WalletChoice = Omit<WalletScript, 'accounts' | 'signWith'> & { accounts?: string[] }

export type Guest = Visitor & {
  /** The key behind the wallets. */
  account: PrivateKeyAccount
  /** Another key the wallets can sign with. */
  other: PrivateKeyAccount
  /** Calls to the server in order, such as `POST /api/sessions`. */
  calls: string[]
  /** Messages the wallets were asked to sign, as they got them. */
  messages: string[]
  /** Makes the wallets sign with another key than they say. */
  signAs(account: PrivateKeyAccount | undefined): void
  wallet(rdns: string, page?: Page): WalletHandle
  leave(): Promise<void>
}

/** A wallet in the page, told what to do from the test. */
export type WalletHandle = {
  asked(): Promise<string[]>
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

export const META: WalletChoice = { name: 'MetaMask', rdns: 'io.metamask' }
export const RABBY: WalletChoice = { name: 'Rabby Wallet', rdns: 'io.rabby' }

const SIGNER = 'signForTest'
let guests = 0

export async function welcomeGuest(browser: Browser, origin: string, options: GuestOptions): Promise<Guest> {
  const account = newAccount()
  const other = newAccount()
  const headers = { 'X-Forwarded-For': nextAddress(), ...options.browser?.extraHTTPHeaders }
  const { relay } = options
  const visitor = await openVisitor(browser, origin, {
    ...options.browser,
    extraHTTPHeaders: headers,
    ...(relay ? { relay } : {}),
  })
  const { context, page } = visitor
  page.setDefaultTimeout(WAIT_MS)
  const calls: string[] = []
  const messages: string[] = []
  let signer: PrivateKeyAccount | undefined
  context.on('request', (request) => noteCall(calls, origin, request))
  await context.exposeFunction(SIGNER, (raw: `0x${string}`, address: string) => {
    messages.push(Buffer.from(raw.slice(2), 'hex').toString())
    const named = [account, other].find((each) => each.address.toLowerCase() === address.toLowerCase())
    return (signer ?? named ?? account).signMessage({ message: { raw } })
  })
  for (const wallet of options.wallets ?? []) {
    const script: WalletScript = { accounts: [account.address], ...wallet, signWith: SIGNER }
    await context.addInitScript(installScriptedWallet as (script: WalletScript) => unknown, script) // the page is its global
  }
  if (options.clock) await context.clock.install()
  return {
    ...visitor,
    account,
    other,
    calls,
    messages,
    signAs(next) {
      signer = next
    },
    wallet: (rdns, on = page) => holdWallet(on, rdns),
    leave: () => context.close(),
  }
}

// By its element, which is found without working out the role of every other.
export const main = (page: Page): Locator => page.locator('main')

export async function see(page: Page, text: string | RegExp): Promise<void> {
  await main(page).getByText(text).first().waitFor()
}

/** The row of the person who goes by exactly this name: a part of it may be in somebody's address. */
export const rowOf = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

export async function seeHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

export async function seeValue(field: Locator, value: string): Promise<void> {
  await until(
    () => field.inputValue(),
    (shown) => shown === value,
    `${value} is in the field`,
  )
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  const wanted = typeof name === 'string' ? { name, exact: true } : { name }
  await main(page).getByRole('button', wanted).click()
}

/** What a button copies, once it is in the clipboard, which the guest lets the page use. */
export async function copiedBy(page: Page, name: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')")
  await press(page, name)
  const read = () => page.evaluate<string>('navigator.clipboard.readText()')
  return until(read, (text) => text !== '', `${name} copies something`)
}

/** The status word in the header. */
export async function seeStatus(page: Page, word: string): Promise<void> {
  await page.getByRole('banner').getByText(word, { exact: true }).waitFor()
}

/** What a screen reader was told last. */
export const heard = (page: Page, role: 'status' | 'alert'): Promise<string | null> =>
  page.getByRole(role, { includeHidden: true }).first().textContent()

/** A calm line, said politely, and no alarm: whoever is told one is told the other within the same moment. */
export async function seeCalm(page: Page, text: string): Promise<void> {
  await see(page, text)
  await until(
    () => heard(page, 'status'),
    (spoken) => spoken?.includes(text) === true,
    'it is said calmly',
  )
  assert.equal(await heard(page, 'alert'), '')
}

/** What the page asks for ahead, so that a click reaches the wallet without waiting for the server. */
export async function challengeFor(page: Page, act: () => Promise<unknown>): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse(/\/api\/challenges$/), act()])
  await answer.finished()
}

/**
 * Opens a page of the account and waits until it listens and has an answer to every call. Of what happens before it
 * is not told, and a call that is late would meet the end of a session before anybody says why it ended.
 */
export async function comeToRest(page: Page, open: () => Promise<unknown>): Promise<void> {
  const calls = new Set<Request>()
  let listens = false
  page.on('request', (request) => {
    if (/\/api\/(?!events)/.test(request.url())) calls.add(request)
    if (!request.isNavigationRequest()) return
    calls.clear() // those of the page before
    listens = false
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/api/events')) listens = true
  })
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  await open()
  await until(
    () => ({ listens, calls: [...calls].map((request) => request.url()) }),
    (page) => page.listens && page.calls.length === 0,
    'the page listens and waits for nothing',
  )
}

/** The page's time stands still until it is moved or resumed. It goes on a minute first: asking for this takes time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
}

export async function arriveAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === path)
}

function holdWallet(page: Page, rdns: string): WalletHandle {
  const tell = (method: keyof ScriptedWallet, ...values: unknown[]): Promise<unknown> =>
    page.evaluate(
      ([name, what, given]) => {
        const wallet = (globalThis as unknown as WalletPage).scriptedWallets?.[name] // put there by the init script
        const act = wallet?.[what as 'emit'] as unknown as (...values: unknown[]) => unknown // any of its methods
        return typeof act === 'function' ? act(...given) : act
      },
      [rdns, method, values] as const,
    )
  // The page may say that it waits before it has asked.
  const asked = () =>
    until(
      async () => (await tell('waiting')) as string[], // the wallet's own list
      (methods) => methods.length > 0,
      `${rdns} is asked for something`,
    )
  return {
    asked: async () => (await tell('asked')) as string[], // the wallet's own list
    waiting: async () => (await tell('waiting')) as string[], // the same
    answer: async (method, answer) => void (await tell('answer', method, answer)),
    approve: async (...result) => {
      await asked()
      await tell('approve', ...result)
    },
    reject: async (...error) => {
      await asked()
      await tell('reject', ...error)
    },
    announce: async () => void (await tell('announce')),
    emit: async (event, ...values) => void (await tell('emit', event, ...values)),
    switchAccounts: async (accounts) => void (await tell('switchAccounts', accounts)),
    switchChain: async (chainId) => void (await tell('switchChain', chainId)),
    permit: async (allowed) => void (await tell('permit', allowed)),
  }
}

function noteCall(calls: string[], origin: string, request: Request): void {
  const url = new URL(request.url())
  if (url.origin === origin && url.pathname.startsWith('/api/')) calls.push(`${request.method()} ${url.pathname}`)
}

function nextAddress(): string {
  guests++
  return `10.${process.pid % 250}.${(guests >> 8) & 255}.${guests & 255}`
}
