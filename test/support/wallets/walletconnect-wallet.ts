/** A WalletConnect wallet on another device: the wallet library with a key. */

import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import type { PrivateKeyAccount } from 'viem/accounts'
import { until } from '../until.ts'
import { readSignClient } from './wallet-libraries.ts'

export type PhoneWallet = {
  /** Pairs with the URI of the QR code. */
  scan(uri: string): Promise<void>
  /** Approves the next session proposal with these accounts. */
  approve(accounts?: string[], methods?: string[]): Promise<void>
  reject(error?: { code: number; message: string }): Promise<void>
  /** Signs the next request with the key. */
  sign(): Promise<string>
  refuse(error?: { code: number; message: string }): Promise<void>
  /** The number of pending signature requests. */
  waiting(): number
  /** Emits accountsChanged. */
  switchTo(address: string): Promise<void>
  /** Disconnects every session. */
  end(): Promise<void>
  links(): number
  /** The name, URL and methods of the proposal. */
  proposed(): Promise<{ name: string; url: string; methods: string[] }>
  close(): Promise<void>
}

// The core is global unless disabled, and domain verification would call another server.
process.env.DISABLE_GLOBAL_CORE = 'true'
process.env.IS_VITEST = 'true'
let phones = 0

/** The deep links in the wallet metadata. */
export type Redirect = { native?: string; universal?: string }

export async function openPhoneWallet(
  relayUrl: string,
  account: PrivateKeyAccount,
  redirect?: Redirect,
): Promise<PhoneWallet> {
  const client = await readSignClient<WalletSide>().init({
    projectId: 'the wallet’s own',
    relayUrl,
    customStoragePrefix: `phone ${++phones}`,
    storage: memoryStorage(),
    telemetryEnabled: false,
    logger: 'silent',
    metadata: {
      name: 'Phone',
      description: 'A wallet',
      url: 'https://phone.example',
      icons: [],
      ...(redirect ? { redirect } : {}),
    },
  })
  const proposals: Proposal[] = []
  const requests: Request[] = []
  // A proposal that arrives while its topic is being subscribed to comes twice.
  const seen = new Set<number>()
  client.on('session_proposal', ({ id, params }) => {
    if (!seen.has(id)) proposals.push({ id, params })
    seen.add(id)
  })
  client.on('session_request', ({ id, topic, params }) => {
    requests.push({ id, topic, params: params.request.params })
  })
  const takeNext = async <T>(list: T[], description: string): Promise<T> => {
    await until(
      () => list.length,
      (length) => length > 0,
      description,
    )
    const first = list.shift()
    assert.ok(first)
    return first
  }
  const session = () => {
    const [first] = client.session.getAll()
    assert.ok(first, 'the phone has no link')
    return first
  }
  return {
    scan: (uri) => client.pair({ uri }).then(() => undefined),
    async approve(accounts = [`eip155:1:${account.address}`], methods = ['personal_sign']) {
      const { id } = await takeNext(proposals, 'no proposal came')
      const chains = [...new Set(accounts.map((each) => each.split(':').slice(0, 2).join(':')))]
      await client.approve({
        id,
        namespaces: { eip155: { chains, accounts, methods, events: ['accountsChanged', 'chainChanged'] } },
      })
    },
    async reject(error = { code: 5000, message: 'User rejected.' }) {
      const { id } = await takeNext(proposals, 'no proposal came')
      await client.reject({ id, reason: error })
    },
    async sign() {
      const { id, topic, params } = await takeNext(requests, 'no request came')
      const raw = params[0] as `0x${string}` // the page sends the text in hexadecimal
      const result = await account.signMessage({ message: { raw } })
      await client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
      return Buffer.from(raw.slice(2), 'hex').toString()
    },
    async refuse(error = { code: 5000, message: 'User rejected.' }) {
      const { id, topic } = await takeNext(requests, 'no request came')
      await client.respond({ topic, response: { id, jsonrpc: '2.0', error } })
    },
    waiting: () => requests.length,
    async switchTo(address) {
      const { topic } = session()
      await client.emit({ topic, chainId: 'eip155:1', event: { name: 'accountsChanged', data: [address] } })
    },
    async end() {
      for (const { topic } of client.session.getAll()) {
        await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
      }
    },
    links: () => client.session.getAll().length,
    async proposed() {
      await until(
        () => proposals.length,
        (length) => length > 0,
        'no proposal came',
      )
      const { proposer, optionalNamespaces } = (proposals[0] as Proposal).params // it was just waited for
      const { name, url } = proposer.metadata
      return { name, url, methods: optionalNamespaces.eip155?.methods ?? [] }
    },
    async close() {
      await client.core.relayer.transportClose()
      client.core.heartbeat.stop()
    },
  }
}

// The library leaves timers of minutes, which would keep the test file running.
const timers = new Set<NodeJS.Timeout>()
createHook({
  init(_id, type, _trigger, resource) {
    if (type === 'Timeout') timers.add(resource as NodeJS.Timeout) // it is the timer itself
  },
}).enable()

/** Call at the end of a test file. */
export function releaseTimers(): void {
  for (const timer of timers) timer.unref()
}

type Proposal = {
  id: number
  params: {
    proposer: { metadata: { name: string; url: string } }
    optionalNamespaces: Record<string, { methods: string[] }>
  }
}
type Request = { id: number; topic: string; params: string[] }

/** What a wallet uses of the library. */
type WalletSide = {
  core: { heartbeat: { stop(): void }; relayer: { transportClose(): Promise<void> } }
  session: { getAll(): { topic: string }[] }
  on(event: 'session_proposal', listener: (proposal: Proposal) => void): void
  /** `personal_sign` has two texts. */
  on(
    event: 'session_request',
    listener: (request: { id: number; topic: string; params: { request: { params: string[] } } }) => void,
  ): void
  pair(params: { uri: string }): Promise<unknown>
  approve(params: { id: number; namespaces: object }): Promise<unknown>
  reject(params: { id: number; reason: Reason }): Promise<void>
  respond(params: { topic: string; response: object }): Promise<void>
  emit(params: { topic: string; chainId: string; event: { name: string; data: unknown } }): Promise<void>
  disconnect(params: { topic: string; reason: Reason }): Promise<void>
}
type Reason = { code: number; message: string }

function memoryStorage() {
  const items = new Map<string, unknown>()
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async <T>() => [...items.entries()] as [string, T][], // whoever put it there knows what it is
    getItem: async <T>(key: string) => items.get(key) as T | undefined, // the same
    setItem: async (key: string, value: unknown) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  }
}
