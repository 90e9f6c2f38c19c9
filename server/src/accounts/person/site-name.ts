import { AppError } from '@countersign/contract/errors.ts'
import { skeletonOf } from '@countersign/contract/names/lookalike.ts'
import type { Context } from '../../context.ts'
import { readInstance } from '../../settings/read-settings.ts'

/** A display name like the site's would pass for its operator. */
export async function refuseSiteName(context: Context, name: string | null | undefined): Promise<void> {
  if (typeof name !== 'string') return
  const instance = await readInstance(context)
  if (skeletonOf(name) === skeletonOf(instance.name))
    throw new AppError('invalid_body', { fields: [{ path: '/displayName', code: 'name_of_site' }] })
}
