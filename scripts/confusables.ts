/**
 * Writes server/src/platform/unicode/confusables.ts from Unicode's list of look-alike characters:
 *
 *     node scripts/confusables.ts <confusables.txt>
 *
 * The list is https://www.unicode.org/Public/<version>/security/confusables.txt.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LINE_WIDTH = 400
const target = join(import.meta.dirname, '..', 'server', 'src', 'platform', 'unicode', 'confusables.ts')

const [, , path] = process.argv
if (path === undefined) {
  process.stderr.write('Usage: node scripts/confusables.ts <confusables.txt>\n')
  process.exit(1)
}
const text = readFileSync(path, 'utf8')
const version = /^# Version: (\S+)/m.exec(text)?.[1]
const date = /^# Date: (\S+),/m.exec(text)?.[1]
if (version === undefined || date === undefined) throw new Error(`${path} is not a confusables.txt`)
const prototypes = readPrototypes(text)
const pairs = [...prototypes].map(([source, prototype]): [string, string] => [source, settle(prototype)])
writeFileSync(target, writeModule(group(pairs.filter(isCompared))))

function readPrototypes(list: string): Map<string, string> {
  const lines = list.matchAll(/^\ufeff?([0-9A-F]+) ;\t([0-9A-F ]+?) ;\tMA\t/gm)
  return new Map([...lines].map(([, source = '', prototype = '']) => [characters(source), characters(prototype)]))
}

function characters(codes: string): string {
  return String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))
}

/** Left out: what normalization replaces, what names must not contain, and signs, which a comparison ignores. */
function isCompared([source, prototype]: [string, string]): boolean {
  if (source.normalize('NFD') !== source || /[\p{C}\p{Z}\p{DI}]/u.test(source)) return false
  if (!/[\p{L}\p{N}\p{M}]/u.test(source + prototype)) return false
  const compatible = source.normalize('NFKD')
  return compatible === source || settle(compatible) !== prototype
}

/** Some prototypes decompose into characters that have a prototype again. */
function settle(value: string): string {
  const next = skeleton(value.normalize('NFD'))
  return next === value ? value : settle(next)
}

function skeleton(value: string): string {
  return [...value]
    .map((character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD')
}

function group(pairs: [string, string][]): string[] {
  const sources = Map.groupBy(pairs, ([, prototype]) => prototype)
  return [...sources].map(
    ([prototype, entries]) => `${hex(prototype)}<${entries.map(([source]) => hex(source)).join(' ')}`,
  )
}

function hex(value: string): string {
  return [...value].map((character) => character.codePointAt(0)?.toString(16)).join('+')
}

function writeModule(groups: string[]): string {
  const license = readFileSync(join(import.meta.dirname, 'unicode-license.txt'), 'utf8')
    .trim()
    .split('\n')
  const lines = ['']
  for (const entry of groups) {
    const last = lines.length - 1
    if (`${lines[last]}${entry}`.length > LINE_WIDTH) lines.push(entry)
    else lines[last] += lines[last] === '' ? entry : `,${entry}`
  }
  return `/**
 * Characters and what they look like, from Unicode ${version} (confusables.txt, ${date}), written by scripts/confusables.ts.
 * Each group is \`prototype<character character …\`, in hexadecimal code points.
 *
${license.map((line) => ` * ${line}`.trimEnd()).join('\n')}
 */
export const CONFUSABLES = \`
${lines.join('\n')}
\`
`
}
