/** A browser as the server sees it: cookies, origin and custom header, without a window. */

import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { ProblemDetails } from '@countersign/contract/error/errors.ts'
import { type Message, messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge, Purpose } from '@countersign/contract/routes/challenge.ts'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { currentTestFile } from '../test-file.ts'

export type HttpResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: unknown
}

type Call = {
  method?: string
  path: string
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string | undefined>
  /** Runs after the headers and the first byte of a body were sent. */
  midway?: (() => Promise<void>) | undefined
}

export type Browser = ReturnType<typeof openBrowser>

let browsers = 0

/** Requests go to `server.url` and carry `address` as their forwarded IP address. */
export function openBrowser(
  server: { url: string; context: { config: { origin: string } } },
  { address = nextAddress() }: { address?: string | undefined } = {},
) {
  const cookies = new Map<string, string>()
  const { origin } = server.context.config

  async function call({ method = 'GET', path, body, raw, headers = {}, midway }: Call): Promise<HttpResponse> {
    const changing = method !== 'GET' && method !== 'HEAD'
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const sent: Record<string, string | undefined> = {
      'x-forwarded-for': address,
      ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
      ...(changing
        ? { origin, 'content-type': 'application/json', 'x-countersign': '1', 'sec-fetch-site': 'same-origin' }
        : path.startsWith('/api/')
          ? { 'x-countersign': '1' }
          : {}),
      ...headers,
    }
    const response = await sendRequest(server.url, { path, method, headers: sent, payload, midway })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keepCookie(cookies, line)
    return response
  }

  return {
    cookies,
    address,
    call,
    get: (path: string, headers?: Record<string, string>) => call({ path, ...(headers ? { headers } : {}) }),
    post: (path: string, body?: unknown, headers?: Record<string, string | undefined>) =>
      call({ method: 'POST', path, body, ...(headers ? { headers } : {}) }),
    delete: (path: string) => call({ method: 'DELETE', path }),
    challenge: async (purpose: Purpose = 'sign_in', instanceName = 'Acme') => {
      const body = { purpose, ...(purpose === 'setup' ? { instanceName } : {}) }
      return (await call({ method: 'POST', path: '/api/challenges', body })).json as Challenge // checked by the caller's assertions
    },
  }
}

function nextAddress(): string {
  browsers++
  return `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`
}

/** The next account of this test file, the same in every run, so that failures are reproducible. */
export function newAccount(): PrivateKeyAccount {
  const file = currentTestFile()
  file.accounts++
  const seed = createHash('sha256').update(`${file.path} ${file.accounts}`).digest('hex')
  return privateKeyToAccount(`0x${seed}`)
}

export async function prove(challenge: Challenge, account: PrivateKeyAccount, chainId = 1): Promise<Proof> {
  const message = writeMessage(
    messageFor(challenge, { namespace: 'eip155', chain: String(chainId), address: account.address }),
  )
  return {
    namespace: 'eip155',
    challenge: challenge.token,
    account: `eip155:${chainId}:${account.address}`,
    message,
    signature: await account.signMessage({ message }),
  }
}

type Writing = { change?: Partial<Message>; chainId?: number }

/** A proof with a message written by the wallet, with these changes. */
export async function proveInOneStep(
  challenge: Challenge,
  account: PrivateKeyAccount,
  { change = {}, chainId = 1 }: Writing = {},
): Promise<Proof> {
  const message = writeMessage({
    ...messageFor(challenge, { namespace: 'eip155', chain: String(chainId), address: account.address }),
    ...change,
  })
  const signature = await account.signMessage({ message })
  const proof = await prove(challenge, account, chainId)
  return { ...proof, mode: 'one_step', message, signature }
}

/** The whole sign-in: challenge, signature, session. */
export async function signIn(browser: Browser, account: PrivateKeyAccount, keep = true): Promise<HttpResponse> {
  const proof = await prove(await browser.challenge(), account)
  return browser.post('/api/sessions', { proof, keep })
}

export function errorCodeOf(response: HttpResponse): string {
  return (response.json as ProblemDetails).code // undefined for a good answer, which no assertion expects
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', ...value] = pair.split('=')
  if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value.join('='))
}

type OutgoingRequest = {
  path: string
  method: string
  headers: Record<string, string | undefined>
  payload: string | Buffer | undefined
  midway?: Call['midway']
}

function sendRequest(url: string, { path, method, headers, payload, midway }: OutgoingRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const definedHeaders = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    if (payload !== undefined) definedHeaders['content-length'] ??= String(Buffer.byteLength(payload))
    // The path is sent unchanged, so that a test can send an invalid one.
    const { hostname, port } = new URL(url)
    const outgoing = request({ hostname, port, path, method, headers: definedHeaders, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = /[/+]json/.test(incoming.headers['content-type'] ?? '') && text !== ''
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        })
      })
    })
    outgoing.on('error', reject)
    if (!midway) return void outgoing.end(payload)
    if (payload === undefined) outgoing.setHeader('transfer-encoding', 'chunked')
    outgoing.flushHeaders()
    if (payload !== undefined) outgoing.write(payload.slice(0, 1))
    midway().then(() => outgoing.end(payload?.slice(1)), reject)
  })
}
