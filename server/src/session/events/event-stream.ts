/** Server-sent events about what a page watches. */

import type { ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { send } from '../../platform/http/send-response.ts'
import { createHub, type Hub, type Page, type Source } from './hub.ts'

/** Checks after every commit of this node. */
export function openHub<Event>(context: Context, source: Source<Event>): Hub<Event> {
  const hub = createHub<Event>({
    ...source,
    every(ms, work) {
      const timer = setInterval(work, ms).unref()
      return () => clearInterval(timer)
    },
    onFailure: (error) => context.log.warn('event stream update failed', { reason: String(error) }),
  })
  context.store.watch(hub.check)
  return hub
}

/** Answers with a stream of what happens to `id`. */
export function sendEvents<Event extends { event: string }>(
  { config }: Context,
  exchange: Exchange,
  hub: Hub<Event>,
  { id, lastMark }: { id: string; lastMark: string | undefined },
): void {
  const headers = {
    ...securityHeaders(config).call,
    'Content-Type': 'text/event-stream',
    // Keeps nginx from buffering.
    'X-Accel-Buffering': 'no',
  }
  const { request, response } = exchange
  if (request.method === 'HEAD') return send(exchange, 200, { headers })
  const leave = hub.listen(id, openPage(response), lastMark)
  response.once('close', leave)
  if (response.closed) leave()
  response.writeHead(200, headers)
  response.write(':\n\n')
}

function openPage<Event extends { event: string }>(response: ServerResponse): Page<Event> {
  const write = (text: string) => {
    if (response.writableEnded) return
    // The client does not read.
    if (response.writableNeedDrain) response.destroy()
    else response.write(text)
  }
  return {
    send: ({ event, ...data }, mark) => write(`id: ${mark}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    remember: (mark) => write(`id: ${mark}\n\n`),
    heartbeat: () => write(':\n\n'),
    close: () => void response.end(),
  }
}
