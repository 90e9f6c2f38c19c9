/** The part of the decision about dependencies that follows from the lockfile. */

import type { Tree } from './lockfile.ts'

export const DOCUMENT = 'docs/decisions/0002-dependencies.md'

const MARKED = /(<!-- packages of the server -->\n)[\s\S]*?(<!-- end -->)/

export function fillDocument(document: string, text: string): string {
  if (!MARKED.test(document)) throw new Error(`${DOCUMENT} has no marker for the packages of the server`)
  return document.replace(MARKED, (_, start: string, end: string) => `${start}${text}${end}`)
}

export function describeTree({ packages, direct, brought }: Tree, most: number): string {
  const rows = [...brought]
    .map(([name, names]) => ({ name, others: [...names].filter((each) => !direct.includes(each)).sort() }))
    .filter(({ others }) => others.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, others }) => `| ${code(name)} | ${others.map(code).join(', ')} |`)
  const head = `The server has ${packages.length} packages, of at most ${most}. Those without a line above are brought by another one:`
  return [head, '', '| Package | Brings |', '| --- | --- |', ...rows, ''].join('\n')
}

const code = (text: string) => `\`${text}\``

/** The packages whose line says that this part uses them: `| names | where | why |`. */
export function listReasons(document: string, part: string): string[] {
  return document.split('\n').flatMap((line) => {
    const [names = '', where = '', why] = line.split(' | ')
    const isUsed = line.startsWith('| `') && why !== undefined && withoutCode(where).split(/\W+/).includes(part)
    return isUsed ? [...names.replace(/\(.*?\)/g, '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) : []
  })
}

const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '')
