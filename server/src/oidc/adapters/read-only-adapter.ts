import type { Adapter } from 'oidc-provider'

const nothing = async () => undefined

export const readOnlyAdapter: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}
