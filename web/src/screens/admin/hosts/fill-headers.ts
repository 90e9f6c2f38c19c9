import type { HostHeader } from '@countersign/contract/host-header.ts'

/**
 * Proxies pass on the headers that their settings name. The extra ones of a host are removed from what the browser sent,
 * in every spelling that software reads as the same name, and set from the answer to the check.
 */
export function fillHeaders(example: string, headers: readonly HostHeader[]): string {
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
  return rest.reduce((made, part) => made.flatMap((start) => [`${start}-${part}`, `${start}_${part}`]), [first])
}
