/** An event stream, by default that of a session, read event by event. */

import { request } from 'node:http'
import type { Browser } from './http-browser.ts'

export type ReceivedEvent = { event: string; data: unknown; id: string | undefined }

export type EventStream = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The next event without comments; undefined once the server has closed the stream. */
  next(): Promise<ReceivedEvent | undefined>
  /** Resolves with the first event id: changes from then on are reported. */
  ready(): Promise<string>
  /** Everything received so far. */
  text(): string
  close(): void
}

export function openEventStream(
  server: { url: string },
  browser: Pick<Browser, 'cookies'>,
  headers: Record<string, string> = {},
  path = '/api/events',
): Promise<EventStream> {
  const { hostname, port } = new URL(server.url)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, headers: { cookie, ...headers }, agent: false as const }
    const outgoing = request(options, (incoming) => {
      const blocks = createQueue<string>()
      let received = ''
      let rest = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        received += chunk
        const parts = (rest + chunk).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) blocks.push(part)
      })
      incoming.on('close', () => blocks.end())
      incoming.on('error', () => blocks.end())
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text: () => received,
        close: () => outgoing.destroy(),
        async next() {
          for (;;) {
            const block = await blocks.next()
            if (block === undefined) return undefined
            const event = readEvent(block)
            if (event) return event
          }
        },
        async ready() {
          for (;;) {
            const block = await blocks.next()
            if (block === undefined) throw new Error(`The stream ended before it was ready: ${received}`)
            if (block.startsWith('id: ') && !block.includes('\n')) return block.slice(4)
          }
        },
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function readEvent(block: string): ReceivedEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
  const event = fields.get('event')
  if (event === undefined) return undefined
  return { event, data: JSON.parse(fields.get('data') ?? 'null'), id: fields.get('id') }
}

function createQueue<T>() {
  const items: T[] = []
  let notifyReader: (() => void) | undefined
  let ended = false
  return {
    push(item: T) {
      items.push(item)
      notifyReader?.()
    },
    end() {
      ended = true
      notifyReader?.()
    },
    async next(): Promise<T | undefined> {
      while (items.length === 0 && !ended)
        await new Promise<void>((resolve) => {
          notifyReader = resolve
        })
      return items.shift()
    },
  }
}
