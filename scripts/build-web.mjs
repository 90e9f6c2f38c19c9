/** Builds the page into web/dist, with brotli and gzip copies of every file that they make smaller. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('../web', import.meta.url))
const dist = join(root, 'dist')

// Fonts are compressed already; the HTML is completed for every request.
const COMPRESSED = new Set(['.js', '.css', '.svg', '.txt', '.webmanifest'])

await build({ root, logLevel: 'warn' })
const files = await compressAll()
await writeFile(join(dist, 'files.json'), `${JSON.stringify(files, null, 2)}\n`)
console.log(`built ${files.length} files into ${relative(process.cwd(), dist) || '.'}`)

async function compressAll() {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = []
  for (const path of paths.sort()) {
    const bytes = await readFile(path)
    const file = { path: relative(dist, path).replaceAll('\\', '/'), bytes: bytes.length }
    files.push(COMPRESSED.has(extname(path)) ? { ...file, ...(await compress(path, bytes)) } : file)
  }
  return files
}

async function compress(path, bytes) {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  const written = {}
  if (br.length < bytes.length) {
    await writeFile(`${path}.br`, br)
    written.br = br.length
  }
  if (gz.length < bytes.length) {
    await writeFile(`${path}.gz`, gz)
    written.gz = gz.length
  }
  return written
}
