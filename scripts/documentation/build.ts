/** Writes the documentation into web/dist/docs: one HTML file for each page, and the index of the search. */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { SearchIndex } from '../../web/src/documentation/find-sections.ts'
import { documentation as words } from '../../web/src/words/documentation.ts'
import { type Assets, layOut, type NavSection } from './layout.ts'
import { type Rendered, renderMarkdown } from './render-markdown.ts'
import { EXAMPLES, examples, INDEX, ROOT, type ServedPage, sections, servedPath } from './served-pages.ts'

export type RenderedPage = ServedPage & { page: Rendered }
type Images = Map<string, Buffer>

export function buildDocumentation(dist: string, assets: Assets): void {
  const images: Images = new Map()
  const pages = renderPages(images)
  const navigation = navigationOf(pages)
  for (const { path, page } of pages)
    write(`${path === INDEX.path ? '/docs/index' : path}.html`, layOut({ page, path, navigation, assets }))
  for (const [path, bytes] of images) write(path, bytes)
  write('/docs/search.json', JSON.stringify(searchIndex(pages)))

  function write(path: string, content: string | Buffer): void {
    const file = join(dist, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

export function renderPages(images: Images = new Map()): RenderedPage[] {
  const links = { pathOf: servedPath, imageOf: (source: string) => publishImage(source, images) }
  const files = [INDEX, ...sections.flatMap(({ pages }) => pages)]
  return [
    ...files.map((file) => ({ file, text: read(file.source) })),
    { file: EXAMPLES, text: listExamples() },
    ...examples.map((file) => ({ file, text: showExample(file.source) })),
  ].map(({ file, text }) => ({ ...file, page: renderMarkdown(text, file.source, links) }))
}

/** The name contains a hash, so that a changed image is loaded again. */
function publishImage(source: string, images: Images): string {
  const bytes = readFileSync(join(ROOT, source))
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const path = `/assets/${basename(source, extname(source))}-${hash}${extname(source)}`
  images.set(path, bytes)
  return path
}

function listExamples(): string {
  const folders = Map.groupBy(examples, ({ source }) => source.split('/')[1] ?? '')
  const lists = [...folders].map(([folder, files]) => {
    // Links are relative to `examples`, whose folder is the repository.
    const entries = files.map(({ source }) => `- [${basename(source)}](${source})`)
    return `## ${folder}\n\n${entries.join('\n')}`
  })
  return `# ${words.examples}\n\n${words.examplesLead}\n\n${lists.join('\n\n')}\n`
}

function showExample(source: string): string {
  return `# ${source.slice('examples/'.length)}\n\n~~~~~\n${read(source).trimEnd()}\n~~~~~\n`
}

function navigationOf(pages: RenderedPage[]): NavSection[] {
  const titleOf = (path: string) => pages.find((page) => page.path === path)?.page.title ?? ''
  const listed = sections.map(({ title, pages: own }) => ({ title, paths: own.map(({ path }) => path) }))
  listed.at(-1)?.paths.push(EXAMPLES.path)
  return listed.map(({ title, paths }) => ({ title, pages: paths.map((path) => ({ path, title: titleOf(path) })) }))
}

/** Without the lists of pages, which would match everything. */
export function searchIndex(pages: RenderedPage[]): SearchIndex {
  return pages
    .filter(({ path }) => path !== INDEX.path && path !== EXAMPLES.path)
    .map(({ path, page: { title, sections: found } }) => [
      path,
      title,
      found.map(({ id, heading, text }) => [id, heading, text]),
    ])
}

function read(source: string): string {
  return readFileSync(join(ROOT, source), 'utf8')
}
