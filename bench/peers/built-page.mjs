/** node:http with the files of a built page, compressed and cached like those of Countersign. */

import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }
const folder = process.env.FOLDER
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name))),
)

/** The path on the server, and the response. */
function readFile(path) {
  const isPage = path.endsWith('index.html')
  const body = isPage ? readFileSync(path) : brotliCompressSync(readFileSync(path)) // the highest quality is the default
  const headers = {
    'Content-Type': TYPES[extname(path)],
    'Content-Length': body.length,
    'Cache-Control': isPage ? 'no-store' : 'public, max-age=31536000, immutable',
    ...(isPage ? {} : { 'Content-Encoding': 'br', Vary: 'Accept-Encoding' }),
  }
  return [isPage ? '/' : `/${relative(folder, path)}`, { body, headers }]
}

createServer(({ url }, response) => {
  const file = files.get(url)
  response.writeHead(file ? 200 : 404, file?.headers)
  response.end(file?.body)
}).listen(Number(process.env.PORT), '127.0.0.1')
