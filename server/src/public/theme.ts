/** The accent color as a stylesheet: the page's policy allows no inline styles. */

import { accentTokens } from '@countersign/contract/appearance/contrast.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { send } from '../platform/http/send-response.ts'

/** Empty without an accent. The color is in the URL, so the file never changes. */
export function themeLink(accent: string | null): string {
  return accent === null ? '' : `<link rel="stylesheet" href="/theme/${accent.slice(1)}.css">`
}

export function sendTheme(exchange: Exchange, headers: Record<string, string>): void {
  const accent = /^\/theme\/([0-9a-f]{6})\.css$/.exec(exchange.path)?.[1]
  if (accent === undefined) throw new AppError('not_found')
  const tokens = Object.entries(accentTokens(`#${accent}`)).map(([name, color]) => `${name}:${color}`)
  // Doubled for specificity over the page's own colors.
  const css = `:root:root{${tokens.join(';')}}\n`
  const more = {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': 'public, max-age=31536000, immutable',
  }
  send(exchange, 200, { headers, more, body: css })
}
