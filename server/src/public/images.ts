import { drawIdenticon } from '@countersign/contract/appearance/identicon.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import type { Context } from '../context.ts'
import { storedAddress } from '../platform/crypto/address.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { PUBLIC_IMAGE } from '../platform/http/security-headers.ts'
import { send } from '../platform/http/send-response.ts'
import { parseLogoUrl } from '../platform/images/logo.ts'
import { findAsset } from '../platform/store/asset.ts'

const IMAGE = { ...PUBLIC_IMAGE, 'Cache-Control': 'public, max-age=31536000, immutable' }

/** `headers` are those of API calls, whose security policy keeps the file from being rendered as a page. */
export async function sendLogo(context: Context, exchange: Exchange, headers: Record<string, string>): Promise<void> {
  const id = parseLogoUrl(exchange.path)
  const asset = id === undefined ? undefined : await findAsset(context.store, id)
  if (!asset) throw new AppError('not_found')
  send(exchange, 200, { headers, more: { ...IMAGE, 'Content-Type': asset.mime }, body: asset.content })
}

/** For apps; the page draws the same picture itself. */
export function sendIdenticon(exchange: Exchange, headers: Record<string, string>): void {
  const address = /^\/identicon\/([A-Za-z0-9]{25,90})\.svg$/.exec(exchange.path)?.[1]
  const namespace = address && namespaceOfAddress(address)
  if (address === undefined || !namespace || address !== storedAddress(namespace, address))
    throw new AppError('not_found')
  const { ground, figure, cells } = drawIdenticon(address)
  const figures = cells.map(({ x, y }) => `M${x + 1} ${y + 1}h1v1h-1z`).join('')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="160" height="160">' +
    `<path fill="${ground}" d="M0 0h10v10H0z"/><path fill="${figure}" d="${figures}"/></svg>\n`
  send(exchange, 200, { headers, more: { ...IMAGE, 'Content-Type': 'image/svg+xml; charset=utf-8' }, body: svg })
}
