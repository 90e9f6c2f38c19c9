import { isLoopbackHost } from '@countersign/contract/host.ts'

/** The names that our examples are written with. */
const EXAMPLE_HOST = 'app.example.com'
const EXAMPLE_SERVER = '127.0.0.1:3000'
const EXAMPLE_CHECK = '/forward-auth/check-SECRET'

type Real = {
  host: string
  /** The address people open this site at. */
  origin: string
  /** Where the proxy asks. */
  checkPath: string
}

/** An example with the real host in it, and our own address where that is the one the proxy reaches, too. */
export function fillProxy(example: string, { host, origin, checkPath }: Real): string {
  const text = isLoopbackHost(host) ? withoutTls(example) : example
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

/** On this computer people are sent to http, where a certificate would only be in the way. */
function withoutTls(example: string): string {
  return example
    .replaceAll(`https://${EXAMPLE_HOST}`, `http://${EXAMPLE_HOST}`)
    .replaceAll(new RegExp(`^${EXAMPLE_HOST} \\{`, 'gm'), `http://${EXAMPLE_HOST} {`)
    .replace('listen 443 ssl;', 'listen 80;')
    .replaceAll(/^ *(?:ssl_.*;|tls: \{\})\n/gm, '')
    .replace('[websecure]', '[web]')
}
