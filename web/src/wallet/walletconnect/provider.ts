import { isAppLink } from '@countersign/contract/app-link.ts'
import { CHALLENGE_TTL_MS, RELAY_ANSWER_MS } from '@countersign/contract/limits.ts'
import type { SignClient } from '@walletconnect/sign-client'
import type { LinkedProvider, Timers } from '../env.ts'
import type { Account, LinkCode } from '../wallet.ts'
import {
  ENDED_BY_WALLET,
  explain,
  failure,
  isStale,
  METHODS_MISSING,
  REJECTED,
  RelayError,
  textOf,
  UNAUTHORIZED,
  UNSUPPORTED,
} from './errors.ts'
import { accountsIn, canSign, readAddress, wanted } from './namespaces.ts'

type Client = InstanceType<typeof SignClient>
type Session = ReturnType<Client['session']['getAll']>[number]

type Desk = {
  client: Client
  timers: Timers
  /** Removes what is kept in this browser. */
  forget(): void
  emit(event: string, value: unknown): void
  /** Links we let go of: the library forgets them only after the wallet was told. */
  ended: Set<string>
  /** The account the wallet said it is on now. */
  current: Account | undefined
  /** Ends the wait for a wallet to link itself. */
  stop: ((reason: Error) => void) | undefined
}

/** EIP-1193 over a link to a wallet on another device; it can sign a text and nothing else. */
export function linkedProvider(
  client: Client,
  options: Pick<Desk, 'timers' | 'forget'>,
): LinkedProvider & { close(): Promise<void> } {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const desk: Desk = {
    client,
    ...options,
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
    ended: new Set(),
    current: undefined,
    stop: undefined,
  }
  follow(desk)
  return {
    request: ({ method, params }) =>
      answer(desk, method, params).catch((error: unknown) => {
        throw explain(error)
      }),
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    appLink: () => appLink(desk),
    cancel: () => desk.stop?.(failure(REJECTED, 'The link was given up.')),
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}

async function answer(desk: Desk, method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case 'eth_accounts':
      return addresses(desk)
    case 'eth_chainId':
      return `0x${(accounts(desk)[0]?.chainId ?? 1).toString(16)}`
    case 'eth_requestAccounts':
      return link(desk)
    case 'wallet_revokePermissions':
      return unlink(desk)
    case 'personal_sign':
      return sign(desk, params)
    default:
      throw failure(UNSUPPORTED, `A linked wallet is not asked for ${method}.`)
  }
}

/** A new code for every click: a link that is there is shown without one, and another device may be wanted. */
async function link(desk: Desk): Promise<string[]> {
  const { client } = desk
  const before = openSessions(desk)
  desk.stop?.(failure(REJECTED, 'Another code took its place.'))
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(ignore) // nobody may be waiting any more
  const stop = (reason: Error) => stopped.reject(reason)
  const relayFailed = (error: unknown) => stop(new RelayError(textOf(error)))
  desk.stop = stop
  client.core.relayer.on('relayer_error', relayFailed)
  try {
    const { uri, approval } = await proposed(desk, stopped.promise)
    desk.emit('code', { uri, endsAt: endOf(uri) } satisfies LinkCode)
    const session = await approved(desk, { uri, approval: approval() }, stopped.promise)
    if (!canSign(session.namespaces)) {
      end(desk, session.topic)
      throw failure(METHODS_MISSING, 'The wallet cannot sign a text.')
    }
    desk.current = undefined
    for (const { topic } of before) end(desk, topic)
    return addresses(desk)
  } finally {
    client.core.relayer.off('relayer_error', relayFailed)
    if (desk.stop === stop) desk.stop = undefined
  }
}

type Proposal = { uri: string; approval(): Promise<Session> }

async function proposed(desk: Desk, stopped: Promise<never>): Promise<Proposal> {
  const { client, timers } = desk
  const late = Promise.withResolvers<never>()
  const cancel = timers.after(RELAY_ANSWER_MS, () => late.reject(new RelayError('The relay did not answer.')))
  const asked = client.connect({ optionalNamespaces: wanted })
  try {
    const { uri, approval } = await Promise.race([asked, stopped, late.promise])
    if (!uri) throw new RelayError('The library gave no code.')
    return { uri, approval }
  } catch (error) {
    // It may still come, long after anybody looks at it.
    asked.then(({ uri, approval }) => {
      approval().catch(ignore)
      if (uri) dropCode(desk, uri)
    }, ignore)
    throw error
  } finally {
    cancel()
  }
}

async function approved(
  desk: Desk,
  { uri, approval }: { uri: string; approval: Promise<Session> },
  stopped: Promise<never>,
): Promise<Session> {
  let given = false
  approval.then(({ topic }) => {
    if (given) end(desk, topic)
  }, ignore)
  try {
    return await Promise.race([approval, stopped])
  } catch (error) {
    given = true
    dropCode(desk, uri)
    throw error
  }
}

async function sign(desk: Desk, params: unknown): Promise<unknown> {
  const [session] = openSessions(desk)
  const [account] = accounts(desk)
  if (!session || !account) throw failure(UNAUTHORIZED, 'There is no link to ask.')
  try {
    return await desk.client.request({
      topic: session.topic,
      chainId: `eip155:${account.chainId}`,
      request: { method: 'personal_sign', params },
      expiry: CHALLENGE_TTL_MS / 1000,
    })
  } catch (error) {
    if (isStale(error)) gone(desk, session.topic)
    throw error
  }
}

/** Where the wallet says that its app opens, native before universal: the wallet is another's, so it is checked. */
function appLink(desk: Desk): string | undefined {
  const [session] = openSessions(desk)
  const { native, universal } = session?.peer.metadata.redirect ?? {}
  const base = [native, universal].find((link) => link !== undefined && link.length <= 200 && isAppLink(link))
  return base && `${base.replace(/\/$/, '')}/wc?sessionTopic=${session?.topic}`
}

/** Ends the link at the wallet too. Nobody waits for that: the wallet may be switched off. */
async function unlink(desk: Desk): Promise<null> {
  desk.stop?.(failure(REJECTED, 'The link was ended.'))
  desk.current = undefined
  const told = openSessions(desk).map(({ topic }) => end(desk, topic))
  desk.emit('accountsChanged', [])
  desk.forget()
  await Promise.all(told)
  await desk.client.core.relayer.transportClose().catch(ignore)
  desk.forget() // the library wrote down what it removed
  return null
}

async function end(desk: Desk, topic: string): Promise<void> {
  desk.ended.add(topic)
  await desk.client
    .disconnect({ topic, reason: { code: ENDED_BY_WALLET, message: 'User disconnected.' } })
    .catch(ignore)
}

/** The wallet closes its question; whoever scans the code now finds nothing. */
function dropCode({ client }: Desk, uri: string): void {
  const topic = /^wc:([0-9a-f]+)@/.exec(uri)?.[1]
  if (topic) client.core.pairing.disconnect({ topic }).catch(ignore)
}

/** What the wallet does of itself. */
function follow(desk: Desk): void {
  const { client } = desk
  const mine = (topic: string) => openSessions(desk)[0]?.topic === topic
  const tell = () => desk.emit('accountsChanged', addresses(desk))
  client.on('session_update', ({ topic }) => {
    if (mine(topic)) tell()
  })
  client.on('session_event', ({ topic, params: { event } }) => {
    if (!mine(topic)) return
    if (event.name === 'accountsChanged') chooseAccount(desk, event.data)
    if (event.name === 'chainChanged') chooseChain(desk, event.data)
  })
  client.on('session_connect', () => {
    if (!desk.stop) tell() // the wallet answered to the page before this one
  })
  client.on('session_delete', ({ topic }) => gone(desk, topic))
  client.on('session_expire', ({ topic }) => gone(desk, topic))
}

function chooseAccount(desk: Desk, data: unknown): void {
  const [address] = (Array.isArray(data) ? data : []).flatMap(readAddress)
  const known = accounts(desk).find((account) => account.address === address)
  if (!known) return // not shared with this page
  desk.current = known
  desk.emit('accountsChanged', addresses(desk))
}

function chooseChain(desk: Desk, data: unknown): void {
  const [now, ...others] = accounts(desk)
  const wish = others.find((each) => each.chainId === Number(data) && each.address === now?.address)
  if (!wish) return
  desk.current = wish
  desk.emit('chainChanged', `0x${wish.chainId.toString(16)}`)
}

function gone(desk: Desk, topic: string): void {
  const was = openSessions(desk)[0]?.topic
  desk.ended.add(topic)
  if (was !== undefined && was !== topic) return
  desk.current = undefined
  if (openSessions(desk).length === 0) desk.forget()
  desk.emit('disconnect', failure(ENDED_BY_WALLET, 'The wallet ended the link.'))
}

/** The account in use first. */
function accounts(desk: Desk): Account[] {
  const [session] = openSessions(desk)
  const shared = session ? accountsIn(session.namespaces) : []
  const { current } = desk
  const same = (each: Account) => each.address === current?.address && each.chainId === current.chainId
  return [...shared.filter(same), ...shared.filter((each) => !same(each))]
}

function addresses(desk: Desk): string[] {
  return [...new Set(accounts(desk).map(({ address }) => address))]
}

/** The latest first. */
function openSessions({ client, ended, timers }: Desk): Session[] {
  return client.session
    .getAll()
    .filter(({ topic, expiry, namespaces }) => {
      return !ended.has(topic) && expiry * 1000 > timers.now() && canSign(namespaces)
    })
    .sort((a, b) => b.expiry - a.expiry)
}

function endOf(uri: string): number {
  return Number(new URLSearchParams(uri.split('?')[1]).get('expiryTimestamp')) * 1000
}

function ignore(): void {}
