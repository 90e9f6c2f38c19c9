import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { findAsset } from '../setting/asset.store.ts'

/** The type is the one it was stored with, and the policy of a call keeps the file from being a page. */
export async function sendLogo(
  context: Context,
  { path, request, response }: Exchange,
  headers: Record<string, string>,
): Promise<void> {
  const id = /^\/logo\/([0-9A-HJKMNP-TV-Z]{26})$/.exec(path)?.[1]
  const asset = id === undefined ? undefined : await findAsset(context.store, id)
  if (!asset) throw new AppError('not_found')
  response.writeHead(200, {
    ...headers,
    'Content-Type': asset.mime,
    'Content-Length': asset.content.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
  })
  response.end(request.method === 'HEAD' ? undefined : asset.content)
}
