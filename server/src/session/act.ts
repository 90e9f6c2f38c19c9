/** What a step-up confirms: its name for the server, its sentence for the person who signs. */

import { type Action, actions } from '@countersign/contract/action.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { checksumAddress } from '../proof/address.ts'
import type { Queries } from '../store/database.ts'
import { findPrimaryAddress, findWalletById } from '../wallet/wallet.store.ts'

export type Act = { action: Action; target: string | undefined }

export function actName({ action, target }: Act): string {
  return target === undefined ? action : `${action}:${target}`
}

/** ASCII, for the wallet's window. It names what is changed, so that no signature for one thing does another. */
export async function actSentence(queries: Queries, personId: string, { action, target }: Act): Promise<string> {
  if (target === undefined) return actions[action]
  const address = await addressOf(queries, personId, target)
  if (address === undefined) throw new AppError('not_found')
  return `${actions[action]} (${short(checksumAddress(address))})`
}

async function addressOf(queries: Queries, personId: string, target: string): Promise<string | undefined> {
  if (target.startsWith('per_')) return findPrimaryAddress(queries, target)
  const wallet = await findWalletById(queries, target)
  return wallet?.personId === personId ? wallet.address : undefined
}

function short(address: string): string {
  return `${address.slice(0, 6)}...${address.slice(-4)}`
}
