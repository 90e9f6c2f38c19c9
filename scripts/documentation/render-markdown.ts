/** Renders a Markdown file of the repository as HTML, with links to where the documentation is served. */

import { dirname, join } from 'node:path/posix'
import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { documentation as words } from '../../web/src/words/documentation.ts'
import { createSlugger } from './slug.ts'

export type Heading = { depth: number; id: string; text: string }
export type Section = { id: string; heading: string; text: string }
export type Rendered = { title: string; html: string; headings: Heading[]; sections: Section[] }

export type Links = {
  /** Undefined for files that are not served, whose links become text. */
  pathOf(source: string): string | undefined
  /** Publishes an image and returns its path. */
  imageOf(source: string): string
}

export function renderMarkdown(text: string, source: string, links: Links): Rendered {
  const headings: Heading[] = []
  const marked = new Marked({ renderer: rendererOf(source, links, headings) })
  const tokens = marked.lexer(text)
  const html = marked.parser(tokens)
  const title = headings.find(({ depth }) => depth === 1)?.text
  if (title === undefined) throw new Error(`${source} has no title.`)
  return { title, html, headings, sections: sectionsOf(tokens, headings) }
}

function rendererOf(source: string, links: Links, headings: Heading[]): RendererObject {
  const slugOf = createSlugger()
  return {
    heading({ depth, tokens }) {
      const text = plainText(tokens)
      const id = slugOf(text)
      headings.push({ depth, id, text })
      const content = this.parser.parseInline(tokens)
      if (depth === 1) return `<h1 id="${id}">${content}</h1>\n`
      return `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>\n`
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens)
      const target = targetOf(href, source, links)
      return target === undefined ? content : `<a href="${escapeHtml(target)}">${content}</a>`
    },
    image({ href, text }) {
      return `<img src="${escapeHtml(links.imageOf(resolve(href, source)))}" alt="${escapeHtml(text)}" loading="lazy">`
    },
    code({ text }) {
      return `<div class="doc-code panel"><pre dir="ltr" translate="no" tabindex="0"><code>${escapeHtml(text)}</code></pre></div>\n`
    },
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      const isHeaded = token.header.some(({ text }) => text !== '')
      const head = isHeaded ? `<thead>${row(token.header, 'th')}</thead>` : ''
      const rows = token.rows.map((cells) => row(cells, 'td')).join('\n')
      const label = escapeHtml(words.tableOf(headings.at(-1)?.text ?? ''))
      return `<div class="doc-table" role="region" aria-label="${label}"><table>${head}<tbody>${rows}</tbody></table></div>\n`
    },
    html({ text }) {
      if (/^(?:<!--[\s\S]*?-->\s*)*$/.test(text)) return ''
      throw new Error(`${source} contains HTML: ${text}`)
    },
  }
}

function targetOf(href: string, source: string, links: Links): string | undefined {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const path = links.pathOf(resolve(file, source))
  return path === undefined || anchor === undefined ? path : `${path}#${anchor}`
}

function resolve(file: string, source: string): string {
  return join(dirname(source), file).replace(/\/$/, '')
}

/** The text below each heading, for the search. Details below the third level belong to their section. */
function sectionsOf(tokens: Token[], headings: Heading[]): Section[] {
  const sections: Section[] = []
  const rest = [...headings]
  for (const token of tokens) {
    const heading = token.type === 'heading' ? rest.shift() : undefined
    if (heading && heading.depth <= 3)
      sections.push({ id: heading.depth === 1 ? '' : heading.id, heading: heading.text, text: '' })
    const section = sections.at(-1)
    if (section && (!heading || heading.depth > 3)) section.text = `${section.text} ${blockText(token)}`.trim()
  }
  return sections
}

function blockText(token: Token): string {
  if (token.type === 'html' || token.type === 'space') return ''
  if (token.type === 'list')
    return (token as Tokens.List).items.map((item) => item.tokens.map(blockText).join(' ')).join(' ')
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].flatMap((cells) => cells.map(({ tokens }) => plainText(tokens))).join(' ')
  }
  const text = 'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? String(token.text) : ''
  return text.replaceAll(/\s+/g, ' ')
}

function plainText(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainText(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
