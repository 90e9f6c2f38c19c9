/** Calls one of our own OpenID Connect endpoints as an app would, without a network in between. */

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { handleByProvider, pinOrigin } from '../provider/mount.ts'

type ProviderRequest = {
  method: 'GET' | 'POST'
  path: string
  form?: Record<string, string>
  authorization?: string | undefined
}
export type ProviderResponse = { status: number; json: Record<string, unknown> }

export async function callProvider(
  context: Context,
  provider: Provider,
  { method, path, form, authorization }: ProviderRequest,
): Promise<ProviderResponse> {
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
  pinOrigin(context, request, path)
  const response = new CapturedResponse(request)
  await handleByProvider(provider, request, response)
  return { status: response.statusCode, json: parseObject(response.text) }
}

class CapturedResponse extends ServerResponse {
  text = ''

  override end(content?: unknown): this {
    if (typeof content === 'string' || content instanceof Uint8Array) this.text += Buffer.from(content as Uint8Array) // or a string
    return this
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
