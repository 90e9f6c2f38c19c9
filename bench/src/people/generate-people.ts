/** A database in which a million people signed in once. */

import { join } from 'node:path'
import { openEmpty } from '../lists/installation.ts'
import {
  addDevice,
  addEvent,
  addPerson,
  addSession,
  type Chain,
  DAY,
  idAt,
  markCounted,
  type Person,
  randomWalletAddress,
  seeded,
} from '../lists/rows.ts'
import { walletAt } from '../load/wallet.ts'

/** Evenly spread among all people; the load generator has the keys of their wallets. */
export const PEOPLE_WITH_KEYS = 20_000
const REPORT_EVERY = 100_000

type Generation = { people: number; onProgress: (people: number) => void }

export async function generatePeople(folder: string, { people, onProgress }: Generation): Promise<void> {
  const { add, finish } = await openEmpty(join(folder, 'countersign.db'))
  const now = Date.now()
  const random = seeded(people)
  const keyEvery = people / PEOPLE_WITH_KEYS
  let chain: Chain = { seq: 0, hash: new Uint8Array(32) }
  for (let number = 0; number < people; number++) {
    const at = Math.floor(now - 80 * DAY + 79 * DAY * (number / people))
    const address =
      number % keyEvery === 0 ? walletAt(number / keyEvery).address.toLowerCase() : randomWalletAddress(random)
    const person: Person = { id: idAt('per', at), walletId: idAt('wal', at), address, role: 'member', createdAt: at }
    addPerson(add, 0, person, { now, random })
    addDevice(add, person, random)
    addSession(add, person, { at, now, random })
    chain = addEvent(add, person, chain, { at, now, random })
    if ((number + 1) % REPORT_EVERY === 0) onProgress(number + 1)
  }
  markCounted(add, chain, now)
  finish()
}
