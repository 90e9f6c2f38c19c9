import { RATE_CHECKS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import * as contract from '@countersign/contract/routes/vault.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'

export const vaultRoutes = (context: Context, authorize: Authorize) => [
  authorize(contract.listVaults, async ({ session }) => {
    const { listVaults } = await import('./vault.ts')
    return listVaults(context, session.person.id)
  }),

  authorize(contract.addVault, async ({ actor, body }) => {
    context.rates.take(`vault:${actor.actorId}`, RATE_CHECKS_PER_PERSON)
    const { addVault } = await import('./vault.ts')
    return addVault(context, { actor, place: body })
  }),

  authorize(contract.removeVault, async ({ actor, params }) => {
    const { removeVault } = await import('./vault.ts')
    return removeVault(context, actor, params.id)
  }),
]
