/** Who signed in at which server, for the sign-ins and session checks that follow. */

import type { Order } from './order.ts'
import { newWallet, type Wallet, walletAt } from './wallet.ts'

/** `cookies` make the device of the first sign-in known. */
export type Person = { wallet: Wallet; cookies: string }

type Population = { people: Person[]; sessions: string[]; next: number }

// The number of sessions for session checks, each limited to 300 reads a minute.
export const SESSIONS = 3000
const PEOPLE_MAX = 200_000
const PREPARED_WALLETS = 12_000

/** A cookie header as long as ours. */
const PLACEHOLDER_COOKIE = `cs_pre=${'x'.repeat(22)}; cs=${'x'.repeat(43)}`

/** By port, since two versions of a system are two servers. */
const populations = new Map<number, Population>()

export function populationOf({ system, port, existingPeople = 0 }: Order): Population {
  const sessions = system === 'bare-http' ? [PLACEHOLDER_COOKIE] : []
  const population = populations.get(port) ?? { people: listPeople(existingPeople), sessions, next: 0 }
  populations.set(port, population)
  return population
}

function listPeople(count: number): Person[] {
  return Array.from({ length: count }, (_, number) => ({ wallet: walletAt(number), cookies: '' }))
}

export function addSession({ sessions }: Population, cookie: string): void {
  sessions.push(cookie)
  if (sessions.length > 2 * SESSIONS) sessions.splice(0, SESSIONS)
}

export function addPerson({ people }: Population, person: Person): void {
  if (people.length < PEOPLE_MAX) people.push(person)
}

/** In turn, so that everyone returns equally often and no rate limit is reached. */
export function nextPerson(population: Population): Person {
  const person = population.people[population.next++ % population.people.length]
  if (!person) throw new Error('Nobody has signed in yet')
  return person
}

const wallets: Wallet[] = []

/** Before the measurement, so that creating keys does not limit the load. */
export function prepareWallets(count = PREPARED_WALLETS): void {
  while (wallets.length < count) wallets.push(newWallet())
}

export function takeWallet(): Wallet {
  return wallets.pop() ?? newWallet()
}
