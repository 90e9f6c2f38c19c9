/** What a browser loads until the wallet list on /sign-in can be clicked, and whether it is still little enough. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUDGET = { js: 95_000, css: 12_000 }

const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
if (!existsSync(join(dist, 'files.json'))) {
  console.error('There is no built page. Build it first: node scripts/build-web.mjs')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const sizes = new Map(JSON.parse(readFileSync(join(dist, 'files.json'), 'utf8')).map((file) => [file.path, file]))

const loaded = loadedWith('index.html')
const over = [...report('js', loaded.js), ...report('css', loaded.css)]
for (const line of over) console.error(line)
process.exit(over.length > 0 ? 1 : 0)

/** The entry and everything it imports at once; the sign-in screen is among that. */
function loadedWith(entry) {
  const js = new Set()
  const css = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (js.has(chunk.file)) return
    js.add(chunk.file)
    for (const file of chunk.css ?? []) css.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  visit(entry)
  return { js: [...js], css: [...css] }
}

function report(kind, paths) {
  let total = 0
  for (const path of paths) {
    const { bytes, br = bytes } = sizes.get(path)
    total += br
    console.log(`${kind.padEnd(4)}${String(br).padStart(8)} B brotli ${String(bytes).padStart(8)} B  ${path}`)
  }
  const line = `${kind.padEnd(4)}${String(total).padStart(8)} B of ${BUDGET[kind]} B allowed`
  console.log(line)
  return total > BUDGET[kind] ? [`over the budget: ${line}`] : []
}
