/** The operator's logo: a picture of a known kind and bounded size, kept in the database so that every node has it. */

import { AppError } from '@countersign/contract/errors.ts'
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import type { Settings } from '@countersign/contract/setting.ts'
import type { Context } from '../context.ts'
import { newUlid } from '../crypto/id.ts'
import { type Asset, insertAsset, removeAsset } from './asset.store.ts'
import { readPicture } from './image.ts'
import { type Changing, replaceSettings } from './setting.ts'

const FOLDER = '/logo/'

/** A new logo has a new address, so the old one may be cached for ever. */
export async function changeLogo(context: Context, by: Changing, image: string | null): Promise<Settings> {
  const asset = image === null ? undefined : readLogo(image)
  return replaceSettings(context, by, async (queries, { logo }) => {
    if (logo?.startsWith(FOLDER)) await removeAsset(queries, logo.slice(FOLDER.length))
    if (!asset) return { logo: null }
    const id = newUlid(context)
    await insertAsset(queries, { ...asset, id, now: context.now() })
    return { logo: FOLDER + id }
  })
}

function readLogo(image: string): Asset {
  const content = Buffer.from(image, 'base64')
  if (content.length > LOGO_MAX_BYTES) throw refused('too_many_bytes')
  const picture = readPicture(content)
  if (!picture) throw refused('not_png_jpeg_webp')
  if (Math.max(picture.width, picture.height) > LOGO_MAX_PIXELS) throw refused('too_many_pixels')
  return { mime: picture.mime, content }
}

function refused(code: string): AppError {
  return new AppError('logo_invalid', { fields: [{ path: '/image', code }] })
}
