import { FORWARD_AUTH_START } from '@countersign/contract/endpoints.ts'
import { isReturnTo } from '@countersign/contract/return-to.ts'
import type { Boot } from '@countersign/contract/routes/public.ts'
import { hostNameSchema } from '@countersign/contract/schemas/admin/host.ts'
import type { Context } from '../../context.ts'
import { findHostFor } from './find-host.ts'

/** The protected host that a sign-in with this query continues to. */
export async function findDestination(context: Context, search: string): Promise<Boot['destination']> {
  const returnTo = new URLSearchParams(search).get('return_to')
  if (returnTo === null || !isReturnTo(returnTo)) return null
  const { pathname, searchParams } = new URL(returnTo, context.config.origin)
  const named = hostNameSchema.safeParse(searchParams.get('host'))
  if (pathname !== FORWARD_AUTH_START || !named.success) return null
  const found = await findHostFor(context, named.data)
  return found?.enabled ? { name: found.name, host: named.data } : null
}
