import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { PUBLIC_IMAGE } from '../platform/http/security-headers.ts'
import { sendBody } from '../platform/http/send-response.ts'
import { parseLogoUrl } from '../platform/images/logo.ts'
import { findAsset } from '../platform/store/asset.ts'

/** The security policy of calls keeps the file from being a page. */
export async function sendLogo(context: Context, exchange: Exchange, headers: Record<string, string>): Promise<void> {
  const id = parseLogoUrl(exchange.path)
  const asset = id === undefined ? undefined : await findAsset(context.store, id)
  if (!asset) throw new AppError('not_found')
  sendBody(exchange, asset.content, {
    ...headers,
    ...PUBLIC_IMAGE,
    'Content-Type': asset.mime,
    'Cache-Control': 'public, max-age=31536000, immutable',
  })
}
