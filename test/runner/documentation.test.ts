import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { renderPages, searchIndex } from '../../scripts/documentation/build.ts'
import { renderMarkdown } from '../../scripts/documentation/render-markdown.ts'
import { examples, ROOT } from '../../scripts/documentation/served-pages.ts'
import { adminHelp, findAdminHelp, giteaHelp, tabHelp } from '../../web/src/components/help/admin-help.ts'
import { findSections } from '../../web/src/documentation/find-sections.ts'

const pages = renderPages()

function isServed(target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const page = pages.find((each) => each.path === path)?.page
  return page !== undefined && (anchor === undefined || page.headings.some(({ id }) => id === anchor))
}

describe('the served documentation', () => {
  for (const { path, page } of pages)
    test(`links only to pages and headings that exist in ${path}`, () => {
      const targets = [...page.html.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href)
      const own = targets.filter((href) => !/^(?:https?|mailto):/.test(href))
      const complete = own.map((href) => (href.startsWith('#') ? path + href : href))
      assert.deepEqual(
        complete.filter((target) => !isServed(target)),
        [],
      )
    })

  test('lists every page on its first page', () => {
    const index = pages.find(({ path }) => path === '/docs')?.page.html ?? ''
    const guides = pages.map(({ path }) => path).filter((path) => /^\/docs\/[\w-]+$/.test(path))
    assert.ok(guides.length > 8)
    assert.deepEqual(
      guides.filter((path) => !index.includes(`href="${path}"`)),
      [],
    )
  })

  test('has every example', () => {
    const files = globSync('examples/*/*', { cwd: ROOT })
      .filter((name) => !/(?:node_modules|package-lock\.json)$/.test(name))
      .sort()
    assert.deepEqual(
      examples.map(({ source }) => source),
      files,
    )
  })

  test('has a page for every page of the admin area', () => {
    for (const [page, target] of Object.entries({ ...adminHelp, ...tabHelp, giteaHelp }))
      assert.ok(isServed(target), `${page}: ${target}`)
  })

  test('is linked from tabs to their part, and not from other pages', () => {
    assert.equal(findAdminHelp('/admin/hosts/hst_1/tokens'), '/docs/forward-auth#tokens-for-programs')
    assert.equal(findAdminHelp('/admin/hosts/hst_1/setup'), '/docs/forward-auth#set-it-up')
    assert.equal(findAdminHelp('/admin/nowhere/at/all'), undefined)
    assert.equal(findAdminHelp('/home'), undefined)
  })

  test('is found by its search', () => {
    const index = searchIndex(pages)
    const firstOf = (query: string) => findSections(index, query)[0]?.url
    assert.equal(firstOf('backup'), '/docs/operating#backup-and-restore')
    assert.equal(firstOf('locked out'), '/docs/operating#when-you-are-locked-out')
    assert.equal(firstOf('trusted_proxies ipv6'), '/docs/operating#ipv4-and-ipv6')
    assert.equal(firstOf('gitea'), '/docs/forward-auth#gitea')
  })

  test('is never named by its files in interface text', () => {
    const sources = globSync('{web/src/words,server/src}/**/*.ts', { cwd: ROOT }).filter(
      (name) => !name.endsWith('.test.ts'),
    )
    const lines = sources.flatMap((name) =>
      readFileSync(join(ROOT, name), 'utf8')
        .split('\n')
        .filter((line) => /docs\/[\w-]+\.md/.test(line) && !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
    assert.ok(sources.length > 100)
    assert.deepEqual(lines, [])
  })
})

describe('rendered Markdown', () => {
  const links = { pathOf: (source: string) => `/at/${source}`, imageOf: (source: string) => `/image/${source}` }
  const render = (text: string) => renderMarkdown(`# Page\n\n${text}`, 'docs/page.md', links)

  test('links to where files are served, and not at all to files that are not', () => {
    const { html } = render('[a](apps.md#x) [b](../SECURITY.md) [c](#here) [d](https://example.com/)')
    assert.deepEqual(
      [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
      ['/at/docs/apps.md#x', '/at/SECURITY.md', '#here', 'https://example.com/'],
    )
    const unserved = renderMarkdown('# Page\n\nRead [**this**](x.md).', 'page.md', {
      ...links,
      pathOf: () => undefined,
    })
    assert.match(unserved.html, /<p>Read <strong>this<\/strong>\.<\/p>/)
  })

  test('shows images of the repository', () => {
    assert.match(render('![A page](images/a.png)').html, /<img src="\/image\/docs\/images\/a\.png" alt="A page"/)
  })

  test('names headings as GitHub does, repeated ones by number', () => {
    const { headings } = render('## Keys (`private_key_jwt`)\n\n## A & B\n\n## A & B')
    assert.deepEqual(
      headings.map(({ id }) => id),
      ['page', 'keys-private_key_jwt', 'a--b', 'a--b-1'],
    )
  })

  test('escapes code, drops comments and rejects HTML', () => {
    const { html } = render('<!-- table: x -->\n\n```\n<script>alert("1")</script>\n```')
    assert.match(html, /&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;/)
    assert.doesNotMatch(html, /<script|<!--/)
    assert.throws(() => render('<b>bold</b>'), /contains HTML/)
    assert.throws(() => render('text <img src=x>'), /contains HTML/)
  })

  test('divides the text into sections for the search', () => {
    const { sections } = render('Intro `code`.\n\n## One\n\n- a\n- b\n\n#### Detail\n\n| H |\n| --- |\n| cell |')
    assert.deepEqual(sections, [
      { id: '', heading: 'Page', text: 'Intro code.' },
      { id: 'one', heading: 'One', text: 'a b Detail H cell' },
    ])
  })
})
