import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { http } from '../../../platform/http/node-http.ts'

type Parts = Pick<IncomingMessage, 'method' | 'headers'> & { socket: Socket; body: Uint8Array }

/** A request whose body was read already, or never sent: oidc-provider reads it as a stream. */
export function createRequest({ socket, method, headers, body }: Parts): IncomingMessage {
  const request = new http.IncomingMessage(socket)
  Object.assign(request, { method, headers, complete: true })
  if (body.length > 0) request.push(body)
  request.push(null)
  return request
}
