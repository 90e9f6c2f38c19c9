/** Debian's nginx and Caddy in front of a backend, with the configuration that the admin area shows. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'
import type { HostHeader } from '@countersign/contract/host/host-header.ts'
import { isLoopbackHost } from '@countersign/contract/host/host-name.ts'
import { fillProxy } from '../../../web/src/screens/admin/hosts/fill-proxy.ts'
import { freePort } from '../free-port.ts'
import { START_MS } from '../until.ts'
import { acceptWebSocket } from '../wallets/websocket.ts'

export type BackendSite = {
  port: number
  /** The requests it received, in order. */
  requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[]
  close(): Promise<void>
}

/** Answers and records every request; echoes WebSocket messages. */
export async function startBackendSite(): Promise<BackendSite> {
  const requests: BackendSite['requests'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      response.end('the site')
    })
  })
  // The server no longer counts a connection that was upgraded, but waits for it when it closes.
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (request, stream) => {
    upgraded.add(stream)
    stream.once('close', () => upgraded.delete(stream))
    requests.push({ method: 'GET', url: request.url ?? '', headers: request.headers, body: '' })
    const socket = acceptWebSocket(request, stream, { text: (text) => socket.send(text), closed: () => undefined })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return {
    port,
    requests,
    async close() {
      server.closeAllConnections()
      for (const stream of upgraded) stream.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type RunningProxy = { port: number; stop(): Promise<void> }
/** `host` without its port, which the proxy chooses. `amend` does what an operator does with the file by hand. */
export type ProxyOptions = {
  host: string
  countersign: number
  /** The forward-auth endpoint. */
  checkPath: string
  site: number
  headers?: HostHeader[]
  amend?: (example: string) => string
}
export type StartProxy = (options: ProxyOptions) => Promise<RunningProxy>

export const startNginx: StartProxy = (options) =>
  startProxy('nginx', options.host, (folder, port) => {
    const server = fillExample('nginx/protected-site.conf', options, port)
      .replace(/listen (?=\d+ ssl)/, 'listen 127.0.0.1:')
      .replaceAll(/\/etc\/ssl\/(?:certs|private)/g, folder)
    if (server.includes('ssl_certificate')) writeCertificate(folder, options.host)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = places.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
    const conf = join(folder, 'nginx.conf')
    const head = `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\n`
    writeFileSync(conf, `${head}http {\naccess_log off;\n${temporary}\n${server}\n}\n`)
    return { command: process.env.NGINX ?? '/usr/sbin/nginx', parameters: ['-e', 'stderr', '-p', folder, '-c', conf] }
  })

export const startCaddy: StartProxy = (options) =>
  startCaddyWith(options.host, (port) => fillExample('caddy/Caddyfile', options, port))

/** A Caddyfile for the host, whose port Caddy is to use. */
export function startCaddyWith(host: string, fill: (port: number) => string): Promise<RunningProxy> {
  return startProxy('caddy', host, (folder, port) => {
    const file = join(folder, 'Caddyfile')
    // Without a certificate authority, Caddy issues its own certificates.
    const here = ['admin off', 'default_bind 127.0.0.1', 'auto_https disable_redirects', 'local_certs']
    writeFileSync(file, `{\n\t${[...here, 'skip_install_trust'].join('\n\t')}\n}\n${fill(port)}`)
    const parameters = ['run', '--config', file, '--adapter', 'caddyfile']
    return { command: process.env.CADDY ?? '/usr/bin/caddy', parameters }
  })
}

/** The configuration as the admin area shows it, with the port of the backend. */
export function fillExample(
  file: string,
  { host, countersign, checkPath, site, headers = [], amend }: ProxyOptions,
  port: number,
): string {
  const example = readExample(file)
  const real = { host: `${host}:${port}`, origin: `http://127.0.0.1:${countersign}`, checkPath, headers }
  return fillProxy(amend ? amend(example) : example, real).replaceAll('127.0.0.1:8080', `127.0.0.1:${site}`)
}

export function readExample(file: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', '..', 'examples', file), 'utf8')
}

function writeCertificate(folder: string, name: string): void {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync(
    process.env.OPENSSL ?? 'openssl',
    ['req', ...kind, '-subj', `/CN=${name}`, '-keyout', key, '-out', certificate],
    {
      stdio: 'ignore',
    },
  )
}

type Command = { command: string; parameters: string[] }

type Prepare = (folder: string, port: number) => Command

async function startProxy(name: string, host: string, prepare: Prepare): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `countersign-${name}-`))
  const port = await freePort()
  const { command, parameters } = prepare(folder, port)
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      output += `${error.message}: run \`npm test\`, which installs it, or set ${name.toUpperCase()} to its path`
      resolve()
    })
  })
  await untilOpen(child, port, host).catch((error) => {
    throw new Error(`${name} ${error.message}: ${output}`)
  })
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilOpen(child: ChildProcess, port: number, host: string): Promise<void> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error('did not start')
    if (await isOpen(port, host)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('does not listen')
}

/** Caddy listens before its certificate exists, so https hosts are checked with TLS. */
function isOpen(port: number, host: string): Promise<boolean> {
  const place = { port, host: '127.0.0.1' }
  const connectSocket = (open: () => void) =>
    isLoopbackHost(host)
      ? connect(place, open)
      : connectSecurely({ ...place, servername: host, rejectUnauthorized: false }, open)
  return new Promise((resolve) => {
    const socket = connectSocket(() => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
