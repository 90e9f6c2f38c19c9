import type { Adapter } from 'oidc-provider'

const nothing = async () => undefined

/** What oidc-provider may look at but neither make nor end. */
export const readOnly: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}
