/** Calls one of our own OpenID Connect endpoints as an app would, without a network in between. */

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { answerBy, pin } from '../provider/mount.ts'

type Asking = {
  method: 'GET' | 'POST'
  path: string
  form?: Record<string, string>
  authorization?: string | undefined
}
export type OwnAnswer = { status: number; json: Record<string, unknown> }

export async function askOwn(context: Context, provider: Provider, asking: Asking): Promise<OwnAnswer> {
  const request = makeRequest(asking)
  pin(context, request, asking.path)
  const response = new Captured(request)
  await answerBy(provider, request, response)
  return { status: response.statusCode, json: read(response.text) }
}

function makeRequest({ method, form, authorization }: Asking): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.method = method
  if (authorization !== undefined) request.headers.authorization = authorization
  if (form) {
    const body = new URLSearchParams(form).toString()
    request.headers['content-type'] = 'application/x-www-form-urlencoded'
    request.headers['content-length'] = String(Buffer.byteLength(body))
    request.push(body)
  }
  request.push(null)
  return request
}

/** Takes what would go out. */
class Captured extends ServerResponse {
  text = ''

  override end(content?: unknown): this {
    if (typeof content === 'string' || content instanceof Uint8Array) this.text += Buffer.from(content as Uint8Array) // a string is taken as well
    return this
  }
}

/** Whatever is no JSON object says nothing. */
function read(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
