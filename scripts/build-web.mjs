/** Builds the page and the documentation into web/dist, with brotli and gzip copies of every file that they make smaller. */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { BROWSERS } from '../web/vite.config.ts'
import { buildDocumentation } from './documentation/build.ts'

const root = fileURLToPath(new URL('../web', import.meta.url))
const dist = join(root, 'dist')

// Fonts are compressed already.
const COMPRESSED = new Set(['.js', '.css', '.svg', '.txt', '.webmanifest', '.html', '.json'])

await build({ root, logLevel: 'warn' })
buildDocumentation(dist, await buildDocumentationAssets())
const files = await compressAll()
await writeFile(join(dist, 'placeholders.json'), JSON.stringify(await prerender()))
await writeFile(join(dist, 'files.json'), `${JSON.stringify(files, null, 2)}\n`)
console.log(`built ${files.length} files into ${relative(process.cwd(), dist) || '.'}`)

/** Script and style of the documentation, apart from the page, so that they share no file with it but the fonts. */
async function buildDocumentationAssets() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: BROWSERS,
      cssTarget: BROWSERS,
      emptyOutDir: false,
      copyPublicDir: false,
      // Otherwise this format would put the styles into the script.
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'src', 'documentation', 'documentation.ts'),
        output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  })
  const pathOf = (pattern) => `/${output.find(({ fileName }) => pattern.test(fileName)).fileName}`
  return { script: pathOf(/\.js$/), style: pathOf(/\.css$/), font: pathOf(/geist-latin.*\.woff2$/) }
}

/** By the components of the page, built for Node. */
async function prerender() {
  const outDir = join(dist, '.prerender')
  const input = join(root, 'src', 'prerender.tsx')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // With React, which may have been loaded as its development build here.
    ssr: { noExternal: true },
    build: {
      ssr: input,
      outDir,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  })
  const placeholders = (await import(pathToFileURL(join(outDir, 'prerender.mjs')).href)).prerender()
  await rm(outDir, { recursive: true })
  return placeholders
}

async function compressAll() {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = []
  for (const path of paths.sort()) {
    const bytes = await readFile(path)
    const file = { path: relative(dist, path).replaceAll('\\', '/'), bytes: bytes.length }
    files.push(isCompressed(file.path) ? { ...file, ...(await compress(path, bytes)) } : file)
  }
  return files
}

/** The page itself is completed for every request. */
function isCompressed(path) {
  return COMPRESSED.has(extname(path)) && path !== 'index.html' && !path.startsWith('.')
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
