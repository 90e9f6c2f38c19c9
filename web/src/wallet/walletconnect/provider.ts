import { CHALLENGE_TTL_MS, RELAY_ANSWER_MS } from '@countersign/contract/limits.ts'
import { isAppLink } from '@countersign/contract/url/app-link.ts'
import type { LinkedProvider, Timers } from '../env.ts'
import { createProviderError, USER_REJECTED } from '../evm/provider.ts'
import { readMember } from '../untrusted.ts'
import type { LinkCode } from '../wallet.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Client, Session } from './client.ts'
import * as errors from './errors.ts'
import {
  canSign,
  type EvmAccount,
  formatEvmChain,
  optionalNamespaces,
  readAccounts,
  readAddress,
} from './namespaces.ts'

type Context = {
  client: Client
  timers: Timers
  clearStorage(): void
  emit(event: string, value: unknown): void
  /** Sessions we ended: the library removes them only after the wallet was notified. */
  ended: Set<string>
  /** The account that the wallet last switched to. */
  current: EvmAccount | undefined
  cancelPairing: ((reason: Error) => void) | undefined
}

/** EIP-1193 over a WalletConnect session with a wallet on another device; supports text signatures only. */
export function createProvider(
  client: Client,
  options: Pick<Context, 'timers' | 'clearStorage'>,
): LinkedProvider & { close(): Promise<void> } {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const context: Context = {
    client,
    ...options,
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
    ended: new Set(),
    current: undefined,
    cancelPairing: undefined,
  }
  subscribe(context)
  return {
    request: ({ method, params }) =>
      handle(context, method, params).catch((error: unknown) => {
        throw errors.mapLibraryError(error)
      }),
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    appLink: () => appLink(context),
    cancel: () => context.cancelPairing?.(createProviderError(USER_REJECTED, 'The request was canceled.')),
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}

async function handle(context: Context, method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case 'eth_accounts':
      return listAddresses(context)
    case 'eth_chainId':
      return `0x${(listAccounts(context)[0]?.chainId ?? 1).toString(16)}`
    case 'eth_requestAccounts':
      return pair(context)
    case 'wallet_revokePermissions':
      return endSessions(context)
    case 'personal_sign':
      return sign(context, params)
    default:
      throw createProviderError(errors.UNSUPPORTED, `A linked wallet does not support ${method}.`)
  }
}

/** A new code for every click, since the person may want to use another device. */
async function pair(context: Context): Promise<string[]> {
  const { client } = context
  const before = openSessions(context)
  context.cancelPairing?.(createProviderError(USER_REJECTED, 'Replaced by a newer code.'))
  let cancel: (reason: Error) => void = ignore
  const canceled = new Promise<never>((_, reject) => {
    cancel = reject
  })
  canceled.catch(ignore)
  const relayFailed = (error: unknown) => cancel(new errors.RelayError(errors.messageOf(error)))
  context.cancelPairing = cancel
  client.core.relayer.on('relayer_error', relayFailed)
  try {
    const { uri, approval } = await propose(context, canceled)
    context.emit('code', { uri, endsAt: expiryOf(uri) } satisfies LinkCode)
    const session = await waitForApproval(context, { uri, approval: approval() }, canceled)
    if (!canSign(session.namespaces)) {
      endSession(context, session.topic)
      throw createProviderError(errors.METHODS_MISSING, 'The wallet cannot sign a text.')
    }
    context.current = undefined
    for (const { topic } of before) endSession(context, topic)
    return listAddresses(context)
  } finally {
    client.core.relayer.off('relayer_error', relayFailed)
    if (context.cancelPairing === cancel) context.cancelPairing = undefined
  }
}

type Proposal = { uri: string; approval(): Promise<Session> }

async function propose(context: Context, canceled: Promise<never>): Promise<Proposal> {
  const { client, timers } = context
  const connecting = client.connect({ optionalNamespaces })
  try {
    const proposal = await Promise.race([withTimeout(timers, RELAY_ANSWER_MS, connecting), canceled])
    if (!proposal) throw new errors.RelayError('The relay did not answer.')
    const { uri, approval } = proposal
    if (!uri) throw new errors.RelayError('The library returned no code.')
    return { uri, approval }
  } catch (error) {
    // A proposal that arrives later is withdrawn.
    connecting.then(({ uri, approval }) => {
      approval().catch(ignore)
      if (uri) withdrawCode(context, uri)
    }, ignore)
    throw error
  }
}

async function waitForApproval(
  context: Context,
  { uri, approval }: { uri: string; approval: Promise<Session> },
  canceled: Promise<never>,
): Promise<Session> {
  try {
    return await Promise.race([approval, canceled])
  } catch (error) {
    approval.then(({ topic }) => endSession(context, topic), ignore)
    withdrawCode(context, uri)
    throw error
  }
}

async function sign(context: Context, params: unknown): Promise<unknown> {
  const [session] = openSessions(context)
  const [account] = listAccounts(context)
  if (!session || !account) throw createProviderError(errors.UNAUTHORIZED, 'No wallet is linked.')
  try {
    return await context.client.request({
      topic: session.topic,
      chainId: formatEvmChain(account.chainId),
      request: { method: 'personal_sign', params },
      expiry: CHALLENGE_TTL_MS / 1000,
    })
  } catch (error) {
    if (errors.isStale(error)) sessionEnded(context, session.topic)
    throw error
  }
}

/** Prefers the native link to the universal one. Both come from the wallet, so they are checked. */
function appLink(context: Context): string | undefined {
  const [session] = openSessions(context)
  const redirect = readMember(session?.peer.metadata, 'redirect')
  const links = [readMember(redirect, 'native'), readMember(redirect, 'universal')]
  const base = links.filter((link) => typeof link === 'string').find((link) => link.length <= 200 && isAppLink(link))
  return base && `${base.replace(/\/$/, '')}/wc?sessionTopic=${session?.topic}`
}

/** Storage is cleared before the wallets are notified, because they may be offline. */
async function endSessions(context: Context): Promise<null> {
  context.cancelPairing?.(createProviderError(USER_REJECTED, 'The link was ended.'))
  context.current = undefined
  const ending = openSessions(context).map(({ topic }) => endSession(context, topic))
  context.emit('accountsChanged', [])
  context.clearStorage()
  await Promise.all(ending)
  await context.client.core.relayer.transportClose().catch(ignore)
  context.clearStorage() // the library writes while disconnecting
  return null
}

async function endSession(context: Context, topic: string): Promise<void> {
  context.ended.add(topic)
  await context.client
    .disconnect({ topic, reason: { code: errors.ENDED_BY_WALLET, message: 'User disconnected.' } })
    .catch(ignore)
}

/** Invalidates the code, and closes the wallet's prompt. */
function withdrawCode({ client }: Context, uri: string): void {
  const topic = /^wc:([0-9a-f]+)@/.exec(uri)?.[1]
  if (topic) client.core.pairing.disconnect({ topic }).catch(ignore)
}

function subscribe(context: Context): void {
  const { client } = context
  const isCurrent = (topic: string) => openSessions(context)[0]?.topic === topic
  const emitAccounts = () => context.emit('accountsChanged', listAddresses(context))
  client.on('session_update', ({ topic }) => {
    if (isCurrent(topic)) emitAccounts()
  })
  client.on('session_event', ({ topic, params: { event } }) => {
    if (!isCurrent(topic)) return
    if (event.name === 'accountsChanged') switchAccount(context, event.data)
    if (event.name === 'chainChanged') switchChain(context, event.data)
  })
  client.on('session_connect', () => {
    if (!context.cancelPairing) emitAccounts() // answers a code shown before a reload
  })
  client.on('session_delete', ({ topic }) => sessionEnded(context, topic))
  client.on('session_expire', ({ topic }) => sessionEnded(context, topic))
}

function switchAccount(context: Context, data: unknown): void {
  const [address] = (Array.isArray(data) ? data : []).flatMap(readAddress)
  const account = listAccounts(context).find((each) => each.address === address)
  if (!account) return // not shared with this page
  context.current = account
  context.emit('accountsChanged', listAddresses(context))
}

function switchChain(context: Context, data: unknown): void {
  const [now, ...others] = listAccounts(context)
  const next = others.find((each) => each.chainId === Number(data) && each.address === now?.address)
  if (!next) return
  context.current = next
  context.emit('chainChanged', `0x${next.chainId.toString(16)}`)
}

function sessionEnded(context: Context, topic: string): void {
  const current = openSessions(context)[0]?.topic
  context.ended.add(topic)
  if (current !== undefined && current !== topic) return
  context.current = undefined
  if (openSessions(context).length === 0) context.clearStorage()
  context.emit('disconnect', createProviderError(errors.ENDED_BY_WALLET, 'The wallet ended the link.'))
}

/** The current account first. */
function listAccounts(context: Context): EvmAccount[] {
  const [session] = openSessions(context)
  const { current } = context
  const isCurrent = (each: EvmAccount) => each.address === current?.address && each.chainId === current.chainId
  const accounts = session ? readAccounts(session.namespaces) : []
  return accounts.sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
}

function listAddresses(context: Context): string[] {
  return [...new Set(listAccounts(context).map(({ address }) => address))]
}

/** The latest first. */
function openSessions({ client, ended, timers }: Context): Session[] {
  return client.session
    .getAll()
    .filter(({ topic, expiry, namespaces }) => {
      return !ended.has(topic) && expiry * 1000 > timers.now() && canSign(namespaces)
    })
    .sort((a, b) => b.expiry - a.expiry)
}

function expiryOf(uri: string): number {
  return Number(new URLSearchParams(uri.split('?')[1]).get('expiryTimestamp')) * 1000
}

function ignore(): void {}
