import { findOwnerCredentials } from '../../accounts/recovery/owner-credentials.store.ts'
import { verifyTail } from '../../audit/verify-hash-chain.ts'
import type { Context } from '../../context.ts'
import { bad, good, type Judgment, note } from './finding.ts'

export async function checkActivity({ store, now }: Context): Promise<Judgment> {
  const state = await verifyTail(store, now())
  if (state === 'late')
    return bad(
      'Events have been waiting to be sealed for more than a minute. Until then, changes to them can’t be detected.',
      'Search the server log for “could not seal”, and restart the server.',
    )
  if (state === 'intact') return good('All events are sealed, and the latest ones are intact.')
  return bad(
    'Verification of the latest events failed: they were changed after they were recorded.',
    'Run `npx countersign verify-activity` to find the first changed event, and compare it with a backup.',
  )
}

export async function checkOwners({ store }: Context): Promise<Judgment> {
  const owners = await findOwnerCredentials(store)
  const exposed = owners.filter(({ wallets, codes }) => wallets < 2 && codes === 0).length
  if (owners.length === 0)
    return bad('This site has no owner.', 'Run `npx countersign make-owner` with a wallet address.')
  if (exposed === owners.length)
    return bad(
      owners.length === 1
        ? 'The only owner has one wallet and no recovery codes. If that wallet is lost, no one can manage this site.'
        : 'Every owner has one wallet and no recovery codes.',
      'Create recovery codes in your settings, or add a second wallet.',
    )
  if (owners.length === 1)
    return note('There is only one owner.', 'Give the owner role to another person you trust, under People.')
  if (exposed > 0)
    return note(
      `${exposed} of ${owners.length} owners have one wallet and no recovery codes.`,
      'Ask them to create recovery codes or add a second wallet.',
    )
  return good(`${owners.length} owners, each with recovery codes or a second wallet.`)
}
