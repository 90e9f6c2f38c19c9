/** A WalletConnect relay on loopback: delivers encrypted messages by topic and keeps undelivered ones. */

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptWebSocket, type Socket } from './websocket.ts'

export type Relay = {
  url: string
  /** The client of each connection, in order. */
  clients: Client[]
  /** The methods called, in order. */
  calledMethods: string[]
  /** Every new connection is closed with this. */
  refusal: { code: number; reason: string } | undefined
  /** Accepts connections and answers nothing. */
  silent: boolean
  /** Drops every connection, or those of one project, like a lost network. */
  cut(projectId?: string): void
  stop(): Promise<void>
}

type Client = { id: string; audience: string; projectId: string | null; origin: string | undefined }
type Message = { topic: string; message: string; tag: number; attestation: unknown; publishedAt: number; by: string }
/** `sent`: a copy beside the first makes the library handle a message twice. */
type Connection = { client: Client; socket: Socket; topics: Set<string>; sent: Set<Message> }
type Call = { id: number | string; method?: string; params: Record<string, unknown> }

/** Message tags of a session proposal, its response and the settlement. */
const PROPOSE = 1100
const RESPOND = 1101
const SETTLE = 1102

export async function startRelay(): Promise<Relay> {
  const connections = new Set<Connection>()
  const kept: (Message & { taken: Set<string> })[] = []
  /** Acknowledgments that messages wait for; until then the next connection gets them again. */
  const receipts = new Map<number | string, () => void>()
  let counter = 0

  const deliver = (connection: Connection, message: (typeof kept)[number]) => {
    if (message.by === connection.client.id || !connection.topics.has(message.topic)) return
    if (connection.sent.has(message)) return
    connection.sent.add(message)
    receipts.set(++counter, () => message.taken.add(connection.client.id))
    const { topic, publishedAt, tag, attestation } = message
    const data = { topic, message: message.message, publishedAt, tag, attestation }
    const params = { id: subscriptionOf(connection, topic), data }
    connection.socket.send(JSON.stringify({ id: counter, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
  const publish = (by: Connection, topic: unknown, message: unknown, rest: { tag: unknown; attestation?: unknown }) => {
    const { id: client } = by.client
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
    for (const connection of connections) deliver(connection, sent)
  }
  const subscribe = (connection: Connection, topic: unknown) => {
    connection.topics.add(String(topic))
    setImmediate(() => {
      for (const message of kept) if (!message.taken.has(connection.client.id)) deliver(connection, message)
    })
    return subscriptionOf(connection, String(topic))
  }

  const methods: Record<string, (connection: Connection, params: Call['params']) => unknown> = {
    irn_subscribe: (connection, { topic }) => subscribe(connection, topic),
    irn_batchSubscribe: (connection, { topics }) => (topics as unknown[]).map((topic) => subscribe(connection, topic)),
    irn_unsubscribe: (connection, { topic }) => connection.topics.delete(String(topic)),
    irn_publish(connection, { topic, message, tag, attestation }) {
      publish(connection, topic, message, { tag, attestation })
      return true
    },
    irn_fetchMessages: () => ({ messages: [], hasMore: false }),
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    wc_proposeSession(connection, { pairingTopic, sessionProposal, attestation }) {
      publish(connection, pairingTopic, sessionProposal, { tag: PROPOSE, attestation })
      subscribe(connection, pairingTopic)
      return true
    },
    wc_approveSession(connection, { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest }) {
      publish(connection, pairingTopic, sessionProposalResponse, { tag: RESPOND })
      publish(connection, sessionTopic, sessionSettlementRequest, { tag: SETTLE })
      subscribe(connection, sessionTopic)
      return true
    },
  }

  const server = createServer((_request, response) => response.writeHead(426).end())
  server.on('upgrade', (request, stream) => {
    const client = readClient(request)
    relay.clients.push(client)
    const socket = acceptWebSocket(request, stream, {
      text: (text) => respond(JSON.parse(text) as Call),
      closed: () => connections.delete(connection),
    })
    const connection: Connection = { client, socket, topics: new Set(), sent: new Set() }
    connections.add(connection)
    if (relay.refusal) socket.close(relay.refusal.code, relay.refusal.reason)

    function respond({ id, method, params }: Call) {
      if (method === undefined) return receipts.get(id)?.()
      relay.calledMethods.push(method)
      if (relay.silent) return
      const run = methods[method]
      const outcome = run
        ? { result: run(connection, params) }
        : { error: { code: -32601, message: `unknown method ${method}` } }
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...outcome }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relay: Relay = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clients: [],
    calledMethods: [],
    refusal: undefined,
    silent: false,
    cut(projectId) {
      const matching = [...connections].filter(({ client }) => (projectId ?? client.projectId) === client.projectId)
      for (const { socket } of matching) socket.cut()
    },
    stop() {
      relay.cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return relay
}

function subscriptionOf(connection: Connection, topic: string): string {
  return createHash('sha256').update(`${topic}${connection.client.id}`).digest('hex')
}

/** Every client signs a token with its own key that names the relay. */
function readClient(request: IncomingMessage): Client {
  const query = new URL(request.url ?? '', 'ws://relay').searchParams
  const token = query.get('auth')?.split('.')[1] ?? ''
  const { iss, aud } = JSON.parse(Buffer.from(token, 'base64url').toString() || '{}') as { iss: string; aud: string }
  return { id: iss, audience: aud, projectId: query.get('projectId'), origin: request.headers.origin }
}
