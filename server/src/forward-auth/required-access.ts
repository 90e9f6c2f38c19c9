/** Sites parse paths differently, so every reading of a path must be allowed, and an ambiguous path is never public. */

import { type HostRule, type RequiredAccess, ruleMethods } from '@countersign/contract/host/host-rule.ts'
import type { HostRecord } from './hosts/host.store.ts'
import type { ForwardedRequest } from './read-request.ts'

type Target = Pick<ForwardedRequest, 'path' | 'method'> & {
  /** Methods that headers name instead. */
  overrides?: readonly string[]
}

export function requiredAccess(
  host: Pick<HostRecord, 'access' | 'groupIds' | 'rules'>,
  target: Target,
): RequiredAccess[] {
  const { overrides = [] } = target
  const mayBePublic = overrides.length === 0 && isPlain(target.path)
  const rules = host.rules.filter(({ access }) => mayBePublic || access !== 'public')
  const readings = readingsOf(target.path)
  // A header can list thousands of methods: those that no rule can name are one.
  const methods = new Set(
    [target.method, ...overrides].map((method) => ruleMethods.find((known) => known === method) ?? 'OTHER'),
  )
  const needed = [...methods].flatMap((method) => {
    const candidates = rules.filter((rule) => coversMethod(rule, method))
    const first = (matches: (rule: HostRule) => boolean) => candidates.find(matches) ?? host
    return [...readings].flatMap((path) => {
      const lower = path.toLowerCase()
      return [first((rule) => coversPath(rule.path, path)), first((rule) => coversPath(rule.path.toLowerCase(), lower))]
    })
  })
  return [...new Set(needed)]
}

export function isPublic(needed: readonly RequiredAccess[]): boolean {
  return needed.every(({ access }) => access === 'public')
}

function coversMethod({ methods }: HostRule, method: string): boolean {
  if (methods.length === 0) return true
  return methods.some((covered) => covered === method || (covered === 'GET' && method === 'HEAD'))
}

function coversPath(pattern: string, path: string): boolean {
  // Most sites serve `/docs` and `/docs/` alike.
  if (!pattern.endsWith('/*')) return withoutSlash(path) === withoutSlash(pattern)
  const folder = pattern.slice(0, -1)
  return path.startsWith(folder) || path === folder.slice(0, -1)
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Escapes of unreserved characters mean the characters themselves (RFC 3986 6.2.2.2). */
function decodeUnreserved(path: string): string {
  return path.replace(/%([2-7][0-9a-f])/gi, (written, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : written
  })
}

/** What sites make of a path: as it was sent, and as lenient ones parse it. */
function readingsOf(path: string): Set<string> {
  const readings = new Set([decodeUnreserved(path), simplify(decodeAscii(path))])
  if (!path.includes('%')) return readings
  const text = decodeUtf8(path)
  for (const decoded of [decodeAscii(path), fold(decodeLatin1(path)), fold(text), fold(text.replace(IGNORED, ''))])
    readings.add(simplify(decoded)).add(simplify(decoded.replace(/[?#].*/s, '')))
  return readings
}

/** What was not UTF-8, and invisible characters, which macOS ignores in file names. */
const IGNORED = /[\ufffd\p{Default_Ignorable_Code_Point}]/gu

/** Byte by byte: sites replace what is not UTF-8 and decode the rest. Paths of rules are ASCII. */
function decodeAscii(path: string): string {
  return path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decodeLatin1(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decodeUtf8(path: string): string {
  return Buffer.from(decodeLatin1(path), 'latin1').toString()
}

/** Sites that ignore case, width or accents take some other characters for ASCII letters and delimiters. */
function fold(text: string): string {
  const base = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return base.toUpperCase().toLowerCase()
}

/** Path parameters and the streams of NTFS, such as `::$DATA`. */
const PARAMETERS = /(?:;|::?\$).*/s

/** Parameters dropped, segments trimmed, slashes merged and dot segments resolved. */
function simplify(text: string): string {
  const segments: string[] = []
  const names = text
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => segment.replace(PARAMETERS, '').trim())
  for (const name of names) {
    const trimmed = trimEnd(name)
    if (name === '..') segments.pop()
    else if (trimmed !== '') segments.push(trimmed)
  }
  return `/${segments.join('/')}`
}

/** A loop instead of a regular expression, which would backtrack at every dot of a long run. */
function trimEnd(name: string): string {
  let end = name.length
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--
  return name.slice(0, end)
}

/** Every site parses it the same way. `readRequest` has rejected dot segments and encoded slashes already. */
function isPlain(path: string): boolean {
  const decoded = decodeUtf8(path)
  if (decoded.includes('\ufffd') || path.includes('//')) return false
  // Characters that some software normalizes to a delimiter, such as the full-width slash.
  const folded = decoded.replace(/[^\x20-\x7e]/gu, (text) => text.normalize('NFKC').replace(/[^\x00-\x7f]/gu, ''))
  return (
    !/[\\;?#%\x00-\x1f\x7f]|[. ](?:\/|$)/.test(folded) && countSlashesAndDots(folded) === countSlashesAndDots(decoded)
  )
}

function countSlashesAndDots(text: string): number {
  return text.split(/[/.]/).length
}
