import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { GRACE_MINUTES } from '@countersign/contract/limits/rule-limits.ts'
import { renderMarkdown } from '../../scripts/documentation/render-markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].map((name) => join(ROOT, name))

function anchorsOf(page: string): Set<string> {
  const links = { pathOf: () => undefined, imageOf: (source: string) => source }
  return new Set(renderMarkdown(readFileSync(page, 'utf8'), page, links).headings.map(({ id }) => id))
}

/** What is wrong with the links of a page to files and headings of this repository. */
function brokenLinks(page: string): string[] {
  const text = readFileSync(page, 'utf8')
  const links = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)
  return [...links].flatMap(([, link = '']) => {
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(file)) return [link]
    if (anchor === undefined || statSync(file).isDirectory()) return []
    return anchorsOf(file).has(anchor) ? [] : [link]
  })
}

/** Paths of this repository in code spans, without patterns. */
function missingPaths(page: string): string[] {
  const paths = readFileSync(page, 'utf8').matchAll(
    /`((?:contract|server|web|scripts|test|bench|examples)\/[\w./-]+)`/g,
  )
  return [...paths].map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))
}

describe('the documentation', () => {
  for (const page of PAGES)
    test(`has text, working links and existing paths in ${relative(ROOT, page)}`, () => {
      assert.ok(readFileSync(page, 'utf8').trim().length > 40)
      assert.deepEqual(brokenLinks(page), [])
      assert.deepEqual(missingPaths(page), [])
    })

  test('names the grace period of rules as it is', () => {
    const { least, standard, most } = GRACE_MINUTES
    const pageOf = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8')
    assert.ok(pageOf('rules.md').includes(`${standard} minutes by default, from ${least} to ${most}.`))
    assert.ok(pageOf('operating.md').includes(`the grace period of the rule, ${standard} minutes by default`))
  })
})
