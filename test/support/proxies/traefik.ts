/**
 * Traefik can be had neither from npm nor from Debian, so it is played here as its documentation of the routers and of
 * the middlewares `headers` and `forwardAuth` says it acts, from the very file it would read.
 */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '../free-port.ts'
import { fillExample, type StartProxy } from './proxies.ts'

type Settings = ReturnType<typeof readSettings>
type ProxiedRequest = { host: string; target: string; method: string; headers: IncomingHttpHeaders; body: Buffer }
type ProxiedResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export const startTraefik: StartProxy = async (options) => {
  const port = await freePort()
  const settings = readSettings(fillExample('traefik/dynamic.yaml', options, port))
  const server = createServer((incoming, response) => void serveRequest(settings, incoming, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What is in the file, which is ours: no more of YAML than it uses. */
function readSettings(text: string) {
  const matchOne = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  const linesOf = (name: string) => matchOne(new RegExp(`^ *${name}:\\n((?: {10}\\S.*\\n)+)`, 'm')).split('\n')
  const listOf = (name: string) => linesOf(name).flatMap((line) => /^ *- (\S+)$/.exec(line)?.[1]?.toLowerCase() ?? [])
  return {
    host: hostOf(text),
    removed: linesOf('customRequestHeaders').flatMap((line) => /^ *(\S+): ""$/.exec(line)?.[1]?.toLowerCase() ?? []),
    address: matchOne(/address: (\S+)/),
    authRequestHeaders: listOf('authRequestHeaders'),
    authResponseHeaders: listOf('authResponseHeaders'),
    site: matchOne(/- url: (\S+)/),
  }
}

function hostOf(text: string): RegExp {
  const [, kind = '', value = ''] = /(Host|HostRegexp)\(`(.+)`\)/.exec(text) ?? []
  return new RegExp(kind === 'Host' ? `^${value.replaceAll('.', '\\.')}$` : value)
}

async function serveRequest(settings: Settings, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const proxied = await receiveRequest(incoming)
  const [name = ''] = proxied.host.toLowerCase().split(':')
  if (proxied.host === '') return sendResponse(response, { status: 400, headers: {}, body: Buffer.from('') })
  if (!settings.host.test(name.replace(/\.$/, '')))
    return sendResponse(response, { status: 404, headers: {}, body: Buffer.from('') })
  for (const header of settings.removed) delete proxied.headers[header]
  try {
    const checked = await checkAccess(settings, proxied, incoming.socket.remoteAddress ?? '')
    if (checked.status < 200 || checked.status >= 300) return sendResponse(response, checked)
    for (const header of settings.authResponseHeaders) {
      delete proxied.headers[header]
      if (checked.headers[header] !== undefined) proxied.headers[header] = checked.headers[header]
    }
    sendResponse(response, await sendRequest(new URL(settings.site), proxied))
  } catch {
    sendResponse(response, { status: 500, headers: {}, body: Buffer.from('') })
  }
}

/** An entry point that trusts nobody in front of it says itself where a request came from. */
async function receiveRequest(incoming: IncomingMessage): Promise<ProxiedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const { url = '', method = 'GET', headers } = incoming
  const from = incoming.socket.remoteAddress ?? ''
  const whole = /^http:\/\/([^/]*)(.*)$/.exec(url)
  const kept = Object.entries(headers).filter(([name]) => !/^x-forwarded-|^x-real-ip$|^connection$|^host$/.test(name))
  const host = whole?.[1] ?? headers.host ?? ''
  return {
    host,
    target: whole?.[2] ?? url,
    method,
    headers: { ...Object.fromEntries(kept), ...forwardedHeadersOf({ for: from, proto: 'http', host }) },
    body: Buffer.concat(chunks),
  }
}

function forwardedHeadersOf(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`x-forwarded-${name}`, value]))
}

function checkAccess(
  settings: Settings,
  { host, target, method, headers }: ProxiedRequest,
  from: string,
): Promise<ProxiedResponse> {
  const { authRequestHeaders, address } = settings
  const copiedHeaders = Object.entries(headers).filter(
    ([name]) => authRequestHeaders.length === 0 || authRequestHeaders.includes(name),
  )
  const forwardedHeaders = forwardedHeadersOf({
    for: from,
    method,
    proto: 'http',
    port: host.split(':')[1] ?? '80',
    host,
    uri: target,
  })
  const url = new URL(address)
  const all = { ...Object.fromEntries(copiedHeaders), ...forwardedHeaders }
  return sendRequest(url, { host: url.host, target: url.pathname, method: 'GET', headers: all, body: Buffer.from('') })
}

function sendRequest(to: URL, { host, target, method, headers, body }: ProxiedRequest): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = to
    const options = { hostname, port, path: target, method, headers: { ...headers, host }, agent: false }
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function sendResponse(response: ServerResponse, { status, headers, body }: ProxiedResponse): void {
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...kept } = headers
  response.writeHead(status, kept).end(body)
}
