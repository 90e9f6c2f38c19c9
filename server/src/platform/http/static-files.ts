/** Files of the built page and the documentation: read once, precompressed, immutable by name. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import { chooseEncoding } from './accept-encoding.ts'
import type { Exchange } from './exchange.ts'
import { PUBLIC_IMAGE, type SecurityHeaders } from './security-headers.ts'
import { send } from './send-response.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const TYPES: Record<string, string> = {
  '.js': JAVASCRIPT,
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Of the documentation only: other HTML is completed for every request, and other JSON is about the build. */
const DOCUMENTATION = 'docs/'
const DOCUMENTATION_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

const ICON = /^[^/]+\.(?:svg|png|webmanifest)$/

type File = {
  type: string
  cache: string
  page: boolean
  icon: boolean
  /** Of a file that is asked for each time. */
  etag?: string
  plain?: Buffer
  br?: Buffer
  gzip?: Buffer
}
export type Files = Map<string, File>

export function loadFiles(folder: string): Files {
  const files: Files = new Map()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
  for (const name of names) {
    const type = typeOf(name)
    if (!type) continue
    const file: File = { type, cache: cacheOf(name), page: name.endsWith('.html'), icon: ICON.test(name) }
    for (const encoding of ENCODINGS)
      if (names.includes(name + encoding.ending))
        file[encoding.name] = readFileSync(join(folder, name + encoding.ending))
    if (!file.gzip) file.plain = readFileSync(join(folder, name))
    if (file.cache === NO_CACHE) file.etag = etagOf(readFileSync(join(folder, name)))
    // `docs/apps.html` is served at /docs/apps.
    files.set(`/${name.replace(/(?:\/index)?\.html$/, '')}`, file)
  }
  return files
}

function typeOf(name: string): string | undefined {
  const type = TYPES[extname(name)]
  return type ?? (name.startsWith(DOCUMENTATION) ? DOCUMENTATION_TYPES[extname(name)] : undefined)
}

const NO_CACHE = 'no-cache'

/** Weak, because each encoding has other bytes. */
function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

function cacheOf(name: string): string {
  if (name.startsWith('assets/')) return IMMUTABLE
  // A page names its assets, which are gone after an update.
  return name.startsWith(DOCUMENTATION) ? NO_CACHE : 'public, max-age=3600'
}

/** A script that is not part of the build, at a path that changes with it. */
export async function compressScript(bytes: Buffer): Promise<File> {
  const params = {
    // 0.1 seconds for a megabyte; the best quality takes four and saves 8 %.
    [constants.BROTLI_PARAM_QUALITY]: 7,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  return { type: JAVASCRIPT, cache: IMMUTABLE, page: false, icon: false, br, gzip: gz }
}

export function sendFile(exchange: Exchange, file: File, headers: SecurityHeaders): void {
  const shared = file.page ? headers.page : headers.file
  const more: Record<string, string> = {
    ...(file.icon ? PUBLIC_IMAGE : {}),
    'Cache-Control': file.cache,
    Vary: 'Accept-Encoding',
    ...(file.etag === undefined ? {} : { ETag: file.etag }),
  }
  if (file.etag !== undefined && exchange.header('if-none-match') === file.etag)
    return send(exchange, 304, { headers: shared, more })
  const available = ENCODINGS.map(({ name }) => name).filter((name) => file[name])
  const encoding = chooseEncoding(exchange.header('accept-encoding') ?? '', available)
  const body = (encoding && file[encoding]) ?? plainBytes(file)
  more['Content-Type'] = file.type
  if (encoding) more['Content-Encoding'] = encoding
  send(exchange, 200, { headers: shared, more, body })
}

/** Every browser accepts an encoding, so the plain bytes, two thirds of the page, are in memory only after a request. */
function plainBytes(file: File): Buffer {
  if (file.gzip) file.plain ??= gunzipSync(file.gzip)
  return file.plain ?? Buffer.alloc(0)
}
