import { createHash } from 'node:crypto'
import { escapeHtml } from '../platform/http/escape-html.ts'

export const REFUSAL = 'You are signed in, but you do not have access to this site.'

const STYLE =
  'body{max-width:40rem;margin:15vh auto;padding:0 1.5rem;font:1.125rem/1.5 system-ui,sans-serif;color-scheme:light dark}' +
  '.main{display:inline-block;padding:.75rem 1.25rem;border-radius:.625rem;color:Canvas;background:CanvasText;text-decoration:none}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export const REFUSAL_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

type Refusal = { origin: string; host: string; contact: string | null }

export function refusalPage(refusal: Refusal): string {
  return writePage({ title: 'You don’t have access', text: REFUSAL, link: 'Ask for access' }, refusal)
}

/** For a rule that could not be checked, which is no refusal. */
export function unknownAccessPage(refusal: Refusal): string {
  const text = 'Your access to this site could not be checked. Try again in a moment.'
  return writePage({ title: 'Access could not be checked', text, link: 'See what could not be checked' }, refusal)
}

type Words = { title: string; text: string; link: string }

function writePage(words: Words, { origin, host, contact }: Refusal): string {
  const ask = link(`${origin}/access?${new URLSearchParams({ host })}`, words.link, 'main')
  const reach = contact === null ? '' : `<p>${link(contactHref(contact), 'Contact the site’s administrator')}</p>`
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words.title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><main><h1>${words.title}</h1><p>${words.text}</p><p>${ask}</p>${reach}</main></body></html>`
  )
}

function contactHref(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${encodeURI(contact)}`
}

function link(href: string, text: string, style = ''): string {
  return `<a href="${escapeHtml(href)}" class="${style}" rel="noreferrer">${text}</a>`
}
