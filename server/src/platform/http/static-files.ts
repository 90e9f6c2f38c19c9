/** Files of the built page: read once, precompressed, immutable by name. */

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Exchange } from './exchange.ts'
import { PUBLIC_IMAGE } from './security-headers.ts'
import { sendBody } from './send-response.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

const ICON = /^[^/]+\.(?:svg|png|webmanifest)$/

type File = { type: string; immutable: boolean; icon: boolean; plain?: Buffer; br?: Buffer; gzip?: Buffer }
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
    const type = TYPES[extname(name)]
    if (!type) continue
    const file: File = { type, immutable: name.startsWith('assets/'), icon: ICON.test(name) }
    for (const encoding of ENCODINGS)
      if (names.includes(name + encoding.ending))
        file[encoding.name] = readFileSync(join(folder, name + encoding.ending))
    if (!file.gzip) file.plain = readFileSync(join(folder, name))
    files.set(`/${name}`, file)
  }
  return files
}

export function sendFile(exchange: Exchange, file: File, headers: Record<string, string>): void {
  const accepted = exchange.header('accept-encoding') ?? ''
  const encoding = ENCODINGS.find(({ name }) => file[name] && new RegExp(`\\b${name}\\b`).test(accepted))?.name
  const body = (encoding && file[encoding]) ?? plainBytes(file)
  sendBody(exchange, body, {
    ...headers,
    ...(file.icon ? PUBLIC_IMAGE : {}),
    'Content-Type': file.type,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  })
}

/** Every browser accepts an encoding, so the plain bytes, two thirds of the page, are in memory only after a request. */
function plainBytes(file: File): Buffer {
  if (file.gzip) file.plain ??= gunzipSync(file.gzip)
  return file.plain ?? Buffer.alloc(0)
}
