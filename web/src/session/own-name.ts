import { personName } from '@countersign/contract/names/person-name.ts'
import type { SessionState } from '@countersign/contract/routes/session.ts'

/** What the signed-in person is called. */
export function ownName({ me, session: { wallet } }: SessionState): string {
  return personName({ displayName: me.displayName, ens: wallet.ens, address: wallet.address })
}
