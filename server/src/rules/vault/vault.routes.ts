import { RATE_CHECKS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import * as contract from '@countersign/contract/routes/vault.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { ReadChain } from '../chain-read.ts'
import { addVault, listVaults, removeVault } from './vault.ts'

export const vaultRoutes = (context: Context, authorize: Authorize, rules: { readChain: ReadChain }) => [
  authorize(contract.listVaults, ({ session }) => listVaults(context, rules.readChain, session.person.id)),

  authorize(contract.addVault, ({ actor, lockSession, body }) => {
    context.rates.take(`vault:${actor.actorId}`, RATE_CHECKS_PER_PERSON)
    return addVault(context, rules.readChain, { actor, lockSession, place: body })
  }),

  authorize(contract.removeVault, ({ actor, lockSession, params }) =>
    removeVault(context, { actor, lockSession, id: params.id }),
  ),
]
