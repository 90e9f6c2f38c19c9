/** What a step-up confirms: its name for the server, its sentence for the person who signs. */

import { type Action, actions } from '@countersign/contract/action.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import { findApp } from '../app/app.store.ts'
import type { Person } from '../person/person.store.ts'
import { checksumAddress } from '../proof/address.ts'
import type { Queries } from '../store/database.ts'
import { findPrimaryAddress, findWalletById } from '../wallet/wallet.store.ts'

export type Act = { action: Action; target: string | undefined }

export function actName({ action, target }: Act): string {
  return target === undefined ? action : `${action}:${target}`
}

/** ASCII, for the wallet's window. It names what is changed, so that no signature for one thing does another. */
export async function actSentence(queries: Queries, asker: Person, { action, target }: Act): Promise<string> {
  if (target === undefined) return actions[action]
  const name = target.startsWith('app_')
    ? await appNameOf(queries, asker, target)
    : await walletNameOf(queries, asker, target)
  if (name === undefined) throw new AppError('not_found')
  return `${actions[action]} (${name})`
}

/** Its client id, which is ASCII whatever the app is called. */
async function appNameOf(queries: Queries, asker: Person, id: string): Promise<string | undefined> {
  const app = mayDo(asker.role, 'apps.read') ? await findApp(queries, id) : undefined
  return app && (app.clientId.length > ID_SHOWN ? `${app.clientId.slice(0, ID_SHOWN)}...` : app.clientId)
}

const ID_SHOWN = 24

async function walletNameOf(queries: Queries, asker: Person, target: string): Promise<string | undefined> {
  const address = await addressOf(queries, asker, target)
  return address && short(checksumAddress(address))
}

/** Only of what the asker may see anyway: their own wallets, and people for those who may read about people. */
async function addressOf(queries: Queries, asker: Person, target: string): Promise<string | undefined> {
  if (target.startsWith('per_'))
    return mayDo(asker.role, 'people.read') ? findPrimaryAddress(queries, target) : undefined
  const wallet = await findWalletById(queries, target)
  return wallet?.personId === asker.id ? wallet.address : undefined
}

function short(address: string): string {
  return `${address.slice(0, 6)}...${address.slice(-4)}`
}
