/** A relay on loopback: it carries sealed messages between two ends by topic, and keeps those nobody has taken yet. */

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptWebSocket, type Socket } from './websocket.ts'

export type Relay = {
  url: string
  /** What each connection said about itself, in order. */
  visitors: Visitor[]
  /** The methods it was asked, in order. */
  asked: string[]
  /** Every new connection is closed with this. */
  refusal: { code: number; reason: string } | undefined
  /** It listens and answers nothing. */
  silent: boolean
  /** Breaks off every connection, or those of one project, as a train in a tunnel does. */
  cut(projectId?: string): void
  stop(): Promise<void>
}

type Visitor = { client: string; audience: string; projectId: string | null; origin: string | undefined }
type Message = { topic: string; message: string; tag: number; attestation: unknown; publishedAt: number; by: string }
type Guest = { visitor: Visitor; socket: Socket; topics: Set<string> }
type Call = { id: number | string; method?: string; params: Record<string, unknown> }

/** What is said under these tags when a session is proposed, agreed to and begun. */
const PROPOSE = 1100
const AGREE = 1101
const SETTLE = 1102

export async function startRelay(): Promise<Relay> {
  const guests = new Set<Guest>()
  const kept: (Message & { taken: Set<string> })[] = []
  /** What each message waits for: until somebody says that it came it is sent again. */
  const receipts = new Map<number | string, () => void>()
  let counter = 0

  const deliver = (guest: Guest, message: (typeof kept)[number]) => {
    if (message.by === guest.visitor.client || !guest.topics.has(message.topic)) return
    receipts.set(++counter, () => message.taken.add(guest.visitor.client))
    const { topic, publishedAt, tag, attestation } = message
    const data = { topic, message: message.message, publishedAt, tag, attestation }
    const params = { id: subscriptionOf(guest, topic), data }
    guest.socket.send(JSON.stringify({ id: counter, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
  const publish = (by: Guest, topic: unknown, message: unknown, rest: { tag: unknown; attestation?: unknown }) => {
    const { client } = by.visitor
    const sent = {
      topic: String(topic),
      message: String(message),
      tag: Number(rest.tag),
      attestation: rest.attestation ?? '',
      publishedAt: Date.now(),
      by: client,
      taken: new Set<string>(),
    }
    kept.push(sent)
    for (const guest of guests) deliver(guest, sent)
  }
  const subscribe = (guest: Guest, topic: unknown) => {
    guest.topics.add(String(topic))
    setImmediate(() => {
      for (const message of kept) if (!message.taken.has(guest.visitor.client)) deliver(guest, message)
    })
    return subscriptionOf(guest, String(topic))
  }

  const methods: Record<string, (guest: Guest, params: Call['params']) => unknown> = {
    irn_subscribe: (guest, { topic }) => subscribe(guest, topic),
    irn_batchSubscribe: (guest, { topics }) => (topics as unknown[]).map((topic) => subscribe(guest, topic)),
    irn_unsubscribe: (guest, { topic }) => guest.topics.delete(String(topic)),
    irn_publish(guest, { topic, message, tag, attestation }) {
      publish(guest, topic, message, { tag, attestation })
      return true
    },
    irn_fetchMessages: () => ({ messages: [], hasMore: false }),
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    wc_proposeSession(guest, { pairingTopic, sessionProposal, attestation }) {
      publish(guest, pairingTopic, sessionProposal, { tag: PROPOSE, attestation })
      subscribe(guest, pairingTopic)
      return true
    },
    wc_approveSession(guest, { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest }) {
      publish(guest, pairingTopic, sessionProposalResponse, { tag: AGREE })
      publish(guest, sessionTopic, sessionSettlementRequest, { tag: SETTLE })
      subscribe(guest, sessionTopic)
      return true
    },
  }

  const server = createServer((_request, response) => response.writeHead(426).end())
  server.on('upgrade', (request, stream) => {
    const visitor = readVisitor(request)
    relay.visitors.push(visitor)
    const socket = acceptWebSocket(request, stream, {
      text: (text) => answer(JSON.parse(text) as Call),
      gone: () => guests.delete(guest),
    })
    const guest: Guest = { visitor, socket, topics: new Set() }
    guests.add(guest)
    if (relay.refusal) socket.close(relay.refusal.code, relay.refusal.reason)

    function answer({ id, method, params }: Call) {
      if (method === undefined) return receipts.get(id)?.()
      relay.asked.push(method)
      if (relay.silent) return
      const act = methods[method]
      const said = act ? { result: act(guest, params) } : { error: { code: -32601, message: `no ${method} here` } }
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...said }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relay: Relay = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visitors: [],
    asked: [],
    refusal: undefined,
    silent: false,
    cut(projectId) {
      const wanted = [...guests].filter(({ visitor }) => (projectId ?? visitor.projectId) === visitor.projectId)
      for (const { socket } of wanted) socket.cut()
    },
    stop() {
      relay.cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return relay
}

function subscriptionOf(guest: Guest, topic: string): string {
  return createHash('sha256').update(`${topic}${guest.visitor.client}`).digest('hex')
}

/** Every client has a key of its own and says with it which relay it means. */
function readVisitor(request: IncomingMessage): Visitor {
  const query = new URL(request.url ?? '', 'ws://relay').searchParams
  const token = query.get('auth')?.split('.')[1] ?? ''
  const { iss, aud } = JSON.parse(Buffer.from(token, 'base64url').toString() || '{}') as { iss: string; aud: string }
  return { client: iss, audience: aud, projectId: query.get('projectId'), origin: request.headers.origin }
}
