/** Logos of the site and of apps, stored in the database so that every node has them. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import { newUlid } from '../crypto/id.ts'
import type { PlatformContext } from '../platform-context.ts'
import { type Asset, insertAsset } from '../store/asset.ts'
import type { Queries } from '../store/database.ts'
import { readImageInfo } from './image.ts'

export function readLogo(image: string | null): Asset | null {
  if (image === null) return null
  const content = Buffer.from(image, 'base64')
  if (content.length > LOGO_MAX_BYTES) throw invalidLogo('too_many_bytes')
  const info = readImageInfo(content)
  if (!info) throw invalidLogo('not_png_jpeg_webp')
  if (Math.max(info.width, info.height) > LOGO_MAX_PIXELS) throw invalidLogo('too_many_pixels')
  return { mime: info.mime, content }
}

/** Returns a new id each time, since browsers cache a logo forever. */
export async function storeLogo(
  context: PlatformContext,
  queries: Queries,
  logo: Asset | null,
): Promise<string | null> {
  if (!logo) return null
  const id = newUlid(context)
  await insertAsset(queries, { ...logo, id, now: context.now() })
  return id
}

export function logoUrl(id: string | null): string | null {
  return id === null ? null : `/logo/${id}`
}

export function parseLogoUrl(address: string): string | undefined {
  return /^\/logo\/([0-9A-HJKMNP-TV-Z]{26})$/.exec(address)?.[1]
}

function invalidLogo(code: string): AppError {
  return new AppError('logo_invalid', { fields: [{ path: '/image', code }] })
}
