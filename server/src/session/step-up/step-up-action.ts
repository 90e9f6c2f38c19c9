/** What a step-up confirms: its name for the server, its sentence for the person who signs. */

import { actions, type TargetKind } from '@countersign/contract/action.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { roleSchema } from '@countersign/contract/me.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import { accountSchema } from '@countersign/contract/schemas/id.ts'
import type { Act } from '@countersign/contract/step-up.ts'
import type { Person } from '../../accounts/person/person.store.ts'
import { findPrimaryAddress, findWalletById } from '../../accounts/wallet/wallet.store.ts'
import { findNetwork } from '../../networks/network.store.ts'
import type { Queries } from '../../platform/store/database.ts'
import { checksumAddress } from '../../proof/address.ts'
import { findClientId, findHostName } from './target-name.store.ts'

export function actName({ action, target }: Act): string {
  return target === undefined ? action : `${action}:${target}`
}

/** ASCII, for the wallet's window. It names what is changed, so that no signature for one thing does another. */
export async function actSentence(queries: Queries, asker: Person, { action, target }: Act): Promise<string> {
  const { text, target: kinds } = actions[action]
  const parts = partsOf(target, kinds)
  if (parts.length === 0) return text
  const names: string[] = []
  for (const [index, kind] of kinds.entries()) {
    const name = await NAMES[kind](queries, asker, parts[index] ?? '')
    if (name === undefined) throw new AppError('not_found')
    names.push(name)
  }
  return `${text} (${names.join(' to ')})`
}

/** Where a target has several parts, the last one has no colon; an account has two of its own. */
function partsOf(target: string | undefined, kinds: readonly TargetKind[]): string[] {
  const parts = target === undefined ? [] : kinds.length === 1 ? [target] : target.split(':')
  if (parts.length !== kinds.length) throw new AppError('purpose_not_allowed')
  return parts
}

/** Only of what the asker may see anyway: their own wallets, and people for those who may read about people. */
type NameOf = (queries: Queries, asker: Person, id: string) => Promise<string | undefined>

const NAMES: Record<TargetKind, NameOf> = {
  wallet: async (queries, asker, id) => {
    const wallet = await findWalletById(queries, id)
    return wallet?.personId === asker.id ? checksumAddress(wallet.address) : undefined
  },
  account: async (_, __, account) => {
    if (!accountSchema.safeParse(account).success) return undefined
    return checksumAddress((account.split(':')[2] ?? '').toLowerCase())
  },
  person: async (queries, asker, id) => {
    const address = mayDo(asker.role, 'people.read') ? await findPrimaryAddress(queries, id) : undefined
    return address && checksumAddress(address)
  },
  role: async (_, __, role) => (roleSchema.safeParse(role).success ? role : undefined),
  /** Its client id, which is ASCII whatever the app is called. */
  app: async (queries, asker, id) => (mayDo(asker.role, 'apps.read') ? findClientId(queries, id) : undefined),
  host: async (queries, asker, id) => (mayDo(asker.role, 'hosts') ? findHostName(queries, id) : undefined),
  network: async (queries, asker, id) => {
    if (!mayDo(asker.role, 'networks')) return undefined
    const chainId = /^[1-9][0-9]{0,15}$/.test(id) ? id : (await findNetwork(queries, id))?.chainId
    return chainId === undefined ? undefined : `chain ${chainId}`
  },
}
