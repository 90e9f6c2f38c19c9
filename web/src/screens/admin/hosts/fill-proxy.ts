import type { HostHeader } from '@countersign/contract/host/host-header.ts'
import { isLoopbackHost, isWildcard } from '@countersign/contract/host/host-name.ts'

const EXAMPLE_HOST = 'app.example.com'
const EXAMPLE_SERVER = '127.0.0.1:3000'
const EXAMPLE_CHECK = '/forward-auth/check-SECRET'

type ProxyValues = {
  host: string
  origin: string
  checkPath: string
  headers?: readonly HostHeader[]
}

/** Replaces the placeholders of an example configuration. */
export function fillProxy(example: string, { host, origin, checkPath, headers = [] }: ProxyValues): string {
  const plain = isLoopbackHost(host) ? withoutTls(example) : example
  const text = fillHeaders(isWildcard(host) ? withWildcard(plain, host) : plain, headers)
  const [name = host, port] = host.split(':')
  const filled = withoutHostPlaceholder(text)
    .replaceAll(new RegExp(`(://|Host )${EXAMPLE_HOST}`, 'g'), `$1${host}`)
    .replaceAll(new RegExp(`^${EXAMPLE_HOST} \\{`, 'gm'), `${host} {`)
    .replaceAll(/(listen (?:127\.0\.0\.1:)?)(\d+)/g, (_, start, standard) => start + (port ?? standard))
    .replaceAll(EXAMPLE_HOST, name)
    .replaceAll(EXAMPLE_CHECK, checkPath)
  const server = new URL(origin)
  if (server.protocol !== 'http:') return filled
  // Never "localhost": a proxy would also come from ::1, which TRUSTED_PROXIES=127.0.0.1 does not cover.
  return filled.replaceAll(EXAMPLE_SERVER, `127.0.0.1:${server.port || '80'}`)
}

/** The other placeholders at the top are addresses that only the operator knows. */
function withoutHostPlaceholder(example: string): string {
  return example
    .replace('Replace these:', 'Check these:')
    .replace(/^# {3}app\.example\.com .*\n/m, '')
    .replaceAll(/^(# {3}127\S+) +/gm, '$1  ')
}

function withoutTls(example: string): string {
  return example
    .replaceAll(`https://${EXAMPLE_HOST}`, `http://${EXAMPLE_HOST}`)
    .replaceAll(new RegExp(`^${EXAMPLE_HOST} \\{`, 'gm'), `http://${EXAMPLE_HOST} {`)
    .replace('listen 443 ssl;', 'listen 127.0.0.1:80;')
    .replaceAll(/^ *(?:ssl_.*;|tls: \{\})\n/gm, '')
    .replace('[websecure]', '[web]')
}

/** nginx takes the label from the server name, since the client controls `Host`. Caddy supports wildcards itself. */
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

/** Removes every spelling of the extra headers from the request, and sets them from the response of the check. */
function fillHeaders(example: string, headers: readonly HostHeader[]): string {
  const names = headers.map(({ header }) => header)
  if (names.length === 0) return example
  if (example.includes('auth_request ')) return fillNginx(example, names)
  return example.includes('copy_headers ') ? fillCaddy(example, names) : fillTraefik(example, names)
}

/** nginx drops headers with an underscore, and a header that is set replaces what the browser sent. */
function fillNginx(example: string, names: string[]): string {
  const variable = (name: string) => name.toLowerCase().replaceAll('-', '_')
  const read = names.map(
    (name) => `        auth_request_set $countersign_x_${variable(name)} $upstream_http_${variable(name)};\n`,
  )
  const set = names.map((name) => `        proxy_set_header ${name} $countersign_x_${variable(name)};\n`)
  const cleared = new RegExp(`^ *proxy_set_header (?:${names.join('|')}) "";\\n`, 'gim')
  return example
    .replaceAll(cleared, '')
    .replace(/^( *auth_request_set \$countersign_sign_in )/m, `${read.join('')}$1`)
    .replace(/^( *proxy_set_header X-Countersign-Wallet .*\n)/m, `$1${set.join('')}`)
}

function fillCaddy(example: string, names: string[]): string {
  const removed = names.flatMap(spellingsOf).map((name) => `\t\trequest_header -${name}\n`)
  const ofVisitors = names.map((name) => `\t\trequest_header @countersign_visitor -${name}\n`)
  return example
    .replace(/^(\t\trequest_header -X-Real-Ip\n)/m, `$1\t\t# The extra headers of this host.\n${removed.join('')}`)
    .replace(/^(\t\trequest_header @countersign_visitor -Remote\*\n)/m, `$1${ofVisitors.join('')}`)
    .replace(/(copy_headers .*)/, `$1 ${names.join(' ')}`)
}

function fillTraefik(example: string, names: string[]): string {
  const isListed = (name: string) => new RegExp(`^ *${name}: ""$`, 'im').test(example)
  const removed = names.flatMap(spellingsOf).filter((name) => !isListed(name))
  return example
    .replace(/^( *customRequestHeaders:\n)/m, `$1${removed.map((name) => `          ${name}: ""\n`).join('')}`)
    .replace(/^( *- X-Countersign-Wallet\n)/m, `$1${names.map((name) => `          - ${name}\n`).join('')}`)
}

/** PHP, WSGI and others read an underscore as a hyphen. */
function spellingsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('-')
  return rest.reduce((names, part) => names.flatMap((start) => [`${start}-${part}`, `${start}_${part}`]), [first])
}
