import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SUPPORTED_BROWSERS } from './supported-browsers.ts'

test('the documentation names the oldest versions that the page is built for', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/wallets.md'), 'utf8')
  const [, section = ''] = /## Browsers\n(.*?)\n## /s.exec(text) ?? []
  for (const [name, version] of Object.entries(SUPPORTED_BROWSERS))
    assert.match(section, new RegExp(`^\\| ${name}\\b.* \\| ${version.replace('.', '\\.')} \\|$`, 'm'))
})

/** Newer than Chrome 111, Firefox 121 or Safari 16.4; the build lowers syntax, not functions. */
const TOO_NEW = [
  /\bURL\.(?:canParse|parse)\b/,
  /\bPromise\.(?:withResolvers|try)\b/,
  /\b(?:Object|Map)\.groupBy\b/,
  /\bAbortSignal\.any\b/,
  /\bArray\.fromAsync\b/,
  /\bRegExp\.escape\b/,
  /\bError\.isError\b/,
  /\bMath\.(?:f16round|sumPrecise)\b/,
  /\bAtomics\.(?:waitAsync|pause)\b/,
  /\bReadableStream\.from\b/,
  /\bIntl\.(?:Segmenter|DurationFormat)\b/,
  /\bTemporal\./,
  /\bUint8Array\.from(?:Base64|Hex)\b|\.(?:toBase64|setFromBase64|setFromHex)\(|\.toHex\(\)/,
  /\.(?:getOrInsert|getOrInsertComputed)\(/,
  // Methods of sets; `z.union` is a schema.
  /(?<!\bz)\.(?:union|intersection)\(|\.(?:difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  // Helpers of iterators.
  /\bIterator\.(?:from|concat|zip)\b|\.toArray\(\)/,
  /\.(?:keys|values|entries)\(\)\s*\.(?:map|filter|take|drop|flatMap|reduce|forEach|some|every|find)\(/,
  /\.matchAll\([^()]*\)\s*\.(?:map|filter|take|drop|flatMap|reduce|forEach|some|every|find)\(/,
  // Of the page itself.
  /\.(?:checkVisibility|showPopover|hidePopover|togglePopover|moveBefore|setHTML)\(/,
  /\bscheduler\.|\brequestIdleCallback\b/,
]

/** Newer than the same browsers, and not lowered by the build. */
const TOO_NEW_IN_CSS =
  /@scope\b|@position-try|@view-transition|@starting-style|::details-content|::scroll-button|:open\b|\binterpolate-size:|\bfield-sizing:|\banchor(?:-size)?\(|\bposition-anchor:|\bif\(|\bsibling-(?:index|count)\(|\battr\([^)]*\btype\(|\bcalc-size\(|\bcontrast-color\(/

/** An array in the demo wallet, unlike the `keys()` of a map. */
const ARRAY_KEYS = /\bkeyring\.keys\(\)/g

test('neither the page nor the contract calls a function that the oldest browsers lack', () => {
  const root = join(import.meta.dirname, '../../..')
  const sources = globSync(['web/src/**/*.{ts,tsx}', 'contract/src/**/*.ts'], { cwd: root })
  const using = sources
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replace(ARRAY_KEYS, '')
      return TOO_NEW.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((found) => `${path}: ${found}`)
    })
  assert.deepEqual(using, [])
})

test('the styles use nothing that the oldest browsers lack', () => {
  assert.ok(Number(SUPPORTED_BROWSERS.Firefox) >= 121, ':has() is in Firefox from 121')
  assert.deepEqual(
    readStyles().flatMap(({ path, text }) => (TOO_NEW_IN_CSS.exec(text) ?? []).map((found) => `${path}: ${found}`)),
    [],
  )
})

test('content with a text alternative, which older browsers drop, follows the same content without', () => {
  const alone = readStyles().flatMap(({ path, text }) =>
    [...text.matchAll(/^( *content: .*) \/ "";$/gm)]
      .filter(({ 1: plain, index }) => !text.slice(0, index).endsWith(`${plain};\n`))
      .map(([found]) => `${path}: ${found.trim()}`),
  )
  assert.deepEqual(alone, [])
})

function readStyles(): { path: string; text: string }[] {
  const root = join(import.meta.dirname, '..')
  const readRules = (path: string) => readFileSync(join(root, path), 'utf8').replace(/ *\/\*.*?\*\/\n/gs, '')
  return globSync('**/*.css', { cwd: root }).map((path) => ({ path, text: readRules(path) }))
}
