/** Fails when the page loads more than the budget before the wallet list on /sign-in can be clicked. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUDGET = { js: 90_000, css: 12_000 }

const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
if (!existsSync(join(dist, 'files.json'))) {
  console.error('The page is not built. Run: node scripts/build-web.mjs')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const sizes = new Map(JSON.parse(readFileSync(join(dist, 'files.json'), 'utf8')).map((file) => [file.path, file]))

const loaded = loadedWith(readFileSync(join(dist, 'index.html'), 'utf8'))
const over = [...report('js', loaded.js), ...report('css', loaded.css)]
for (const line of over) console.error(line)
process.exit(over.length > 0 ? 1 : 0)

/** The files in the HTML and their static imports, which include the sign-in screen. */
function loadedWith(html) {
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1])
  const js = new Set()
  const css = new Set(named.filter((file) => file.endsWith('.css')))
  const visit = (file) => {
    if (js.has(file)) return
    js.add(file)
    const chunk = Object.values(manifest).find((entry) => entry.file === file)
    for (const style of chunk?.css ?? []) css.add(style)
    for (const key of chunk?.imports ?? []) visit(manifest[key].file)
  }
  for (const file of named.filter((name) => name.endsWith('.js'))) visit(file)
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
