import type { HostHeader } from '@countersign/contract/host-header.ts'
import { isLoopbackHost, isWildcard } from '@countersign/contract/host-name.ts'
import { fillHeaders } from './fill-headers.ts'

/** Placeholders in the example files. */
const EXAMPLE_HOST = 'app.example.com'
const EXAMPLE_SERVER = '127.0.0.1:3000'
const EXAMPLE_CHECK = '/forward-auth/check-SECRET'

type Real = {
  host: string
  /** The address people open this site at. */
  origin: string
  /** Where the proxy asks. */
  checkPath: string
  headers?: readonly HostHeader[]
}

/** An example with the real host, and the address of this server where a proxy can reach it. */
export function fillProxy(example: string, { host, origin, checkPath, headers = [] }: Real): string {
  const plain = isLoopbackHost(host) ? withoutTls(example) : example
  const text = fillHeaders(isWildcard(host) ? withWildcard(plain, host) : plain, headers)
  const [name = host, port] = host.split(':')
  const filled = text
    .replaceAll(new RegExp(`(://|Host )${EXAMPLE_HOST}`, 'g'), `$1${host}`)
    .replaceAll(new RegExp(`^${EXAMPLE_HOST} \\{`, 'gm'), `${host} {`)
    .replaceAll(/listen (\d+)/g, (line, usual) => line.replace(usual, port ?? usual))
    .replaceAll(EXAMPLE_HOST, name)
    .replaceAll(EXAMPLE_CHECK, checkPath)
  const server = new URL(origin)
  if (server.protocol !== 'http:') return filled
  // Never "localhost": a proxy would also come from ::1, which TRUSTED_PROXIES=127.0.0.1 does not cover.
  return filled.replaceAll(EXAMPLE_SERVER, `127.0.0.1:${server.port || '80'}`)
}

/** Hosts on this machine use http, without a certificate. */
function withoutTls(example: string): string {
  return example
    .replaceAll(`https://${EXAMPLE_HOST}`, `http://${EXAMPLE_HOST}`)
    .replaceAll(new RegExp(`^${EXAMPLE_HOST} \\{`, 'gm'), `http://${EXAMPLE_HOST} {`)
    .replace('listen 443 ssl;', 'listen 80;')
    .replaceAll(/^ *(?:ssl_.*;|tls: \{\})\n/gm, '')
    .replace('[websecure]', '[web]')
}

/**
 * nginx takes the first label from the name it chose the server by, since a `Host` header may be another; Traefik matches
 * one label by an expression. Caddy knows wildcards of one label itself. A file name has no asterisk in it.
 */
function withWildcard(example: string, host: string): string {
  const [name = host] = host.split(':')
  const domain = name.slice(2)
  const escaped = domain.replaceAll('.', '\\.')
  return example
    .replace(`server_name ${EXAMPLE_HOST};`, `server_name "~^(?<countersign_label>[a-z0-9-]+)\\.${escaped}$";`)
    .replaceAll(new RegExp(`(://|Host )${EXAMPLE_HOST}(?=[$;])`, 'g'), `$1$countersign_label.${host.slice(2)}`)
    .replaceAll(`/${EXAMPLE_HOST}.`, `/${domain}.`)
    .replace(`Host(\`${EXAMPLE_HOST}\`)`, () => `HostRegexp(\`^[a-z0-9-]+\\.${escaped}$\`)`)
}
