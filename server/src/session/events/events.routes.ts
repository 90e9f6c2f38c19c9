import type { ServerResponse } from 'node:http'
import { listenToEvents } from '@countersign/contract/routes/session.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { send } from '../../platform/http/send-response.ts'
import type { SessionRecord } from '../session-record.ts'
import { createHub, type Hub, type Page } from './hub.ts'
import { findSessionSnapshots } from './session-snapshot.store.ts'

export function openHub(context: Context): Hub {
  return createHub({
    now: context.now,
    findSnapshots: (sessionIds) => findSessionSnapshots(context.store, sessionIds),
    every(ms, work) {
      const timer = setInterval(work, ms).unref()
      return () => clearInterval(timer)
    },
    onFailure: (error) => context.log.warn('event stream update failed', { reason: String(error) }),
  })
}

export const eventRoutes = (context: Context, authorize: Authorize<SessionRecord>, hub: Hub) => {
  const headers = {
    ...securityHeaders(context.config).call,
    'Content-Type': 'text/event-stream',
    // Keeps nginx from buffering.
    'X-Accel-Buffering': 'no',
  }
  return [
    authorize(listenToEvents, async ({ exchange, session }) => {
      const { request, response } = exchange
      if (request.method === 'HEAD') {
        send(exchange, 200, { headers })
        return ''
      }
      const leave = hub.listen(session.id, openPage(response), exchange.header('last-event-id'))
      response.once('close', leave)
      if (response.closed) leave()
      response.writeHead(200, headers)
      response.write(':\n\n')
      return ''
    }),
  ]
}

function openPage(response: ServerResponse): Page {
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
