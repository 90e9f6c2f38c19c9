import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import type { VersionedActor } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { keepLogo, logoAddress, logoIdIn, readLogo } from '../platform/images/logo.ts'
import { removeAsset } from '../platform/store/asset.ts'
import { replaceSettings } from './change-settings.ts'

export async function changeLogo(context: Context, by: VersionedActor, image: string | null): Promise<Settings> {
  const asset = readLogo(image)
  return replaceSettings(context, by, async (queries, { logo }) => {
    const before = logo === null ? undefined : logoIdIn(logo)
    if (before !== undefined) await removeAsset(queries, before)
    return { logo: logoAddress(await keepLogo(context, queries, asset)) }
  })
}
