/** Calls our own OpenID Connect endpoints as an app would, without a network in between. */

import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { PROOF_TTL_SECONDS } from '@countersign/contract/limits/app-limits.ts'
import type { Provider } from 'oidc-provider'
import type { AppRecord } from '../../apps/app.ts'
import type { TestCredential } from '../../apps/test-credential.ts'
import type { Context } from '../../context.ts'
import { http } from '../../platform/http/node-http.ts'
import { handleByProvider, pinOrigin } from '../provider/mount.ts'
import { createRequest } from '../provider/requests/provider-request.ts'

type Form = Record<string, string>
type ProviderRequest = {
  method: 'GET' | 'POST'
  path: string
  form?: Form
  authorization?: string | undefined
}
export type ProviderResponse = { status: number; json: Record<string, unknown> }

export async function callProvider(
  context: Context,
  provider: Provider,
  { method, path, form, authorization }: ProviderRequest,
): Promise<ProviderResponse> {
  const body = Buffer.from(new URLSearchParams(form).toString())
  const headers: IncomingHttpHeaders = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) } : {}),
  }
  const request = createRequest({ socket: new Socket(), method, headers, body })
  pinOrigin(context, request, path)
  const response = new CapturedResponse(request)
  await handleByProvider(provider, request, response)
  return { status: response.statusCode, json: parseObject(response.text) }
}

class CapturedResponse extends http.ServerResponse {
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

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export async function authenticateClient(
  form: Form,
  { app, credential, issuer }: { app: AppRecord; credential: TestCredential; issuer: string },
): Promise<{ form: Form; authorization?: string }> {
  const { clientId, authMethod } = app
  const identified = { ...form, client_id: clientId }
  if (credential.type === 'none') return { form: identified }
  if (credential.type === 'key') {
    const assertion = await signAssertion(credential, clientId, issuer)
    return { form: { ...identified, client_assertion_type: JWT_BEARER, client_assertion: assertion } }
  }
  if (authMethod === 'client_secret_post') return { form: { ...identified, client_secret: credential.secret } }
  return { form, authorization: `Basic ${Buffer.from(`${clientId}:${credential.secret}`).toString('base64')}` }
}

type KeyCredential = Extract<TestCredential, { type: 'key' }>

async function signAssertion({ id, privateKey }: KeyCredential, clientId: string, issuer: string): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: id })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${PROOF_TTL_SECONDS}s`)
    .sign(privateKey)
}
