/** Measures the pages of a small and a large installation in alternation, since the machine may drift. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, type Connection, openConnection, writeRequest } from '../load/http-client.ts'
import { systems } from '../load/systems.ts'
import { newWallet, type Wallet } from '../load/wallet.ts'
import type { Running } from '../servers/process.ts'
import { startCountersign } from '../servers/servers.ts'
import { fillInstallation, type Installation } from './installation.ts'
import { type Page, pagesOf } from './pages.ts'
import type { Size } from './rows.ts'

export const SMALL: Size = { people: 1000, sessions: 10_000, events: 10_000, invites: 100 }
export const LARGE: Size = { people: 100_000, sessions: 1_000_000, events: 1_000_000, invites: 10_000 }

export type ListFigures = { title: string; small: number[]; large: number[] }

const WARM_UP_ROUNDS = 10

/** `environment` names the database when it is not the file in `folder`. */
export type Place = { folder: string; installation: Installation; environment?: Record<string, string> }

export type Installations = { owner: Wallet; small: Place; large: Place }

/** Fills both before opening either: it takes minutes, and idle connections are closed. */
export async function generateInstallations(folder: string): Promise<Installations> {
  const owner = newWallet()
  const fill = async (name: string, size: Size): Promise<Place> => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return { folder: path, installation: await fillInstallation(path, size, owner.address) }
  }
  return { owner, small: await fill('small', SMALL), large: await fill('large', LARGE) }
}

export async function measureLists(places: Installations, rounds: number): Promise<ListFigures[]> {
  const small = await open(places.small, places.owner)
  const large = await open(places.large, places.owner)
  try {
    await equalizeLimits(small, large)
    const figures = small.pages.map(({ title }) => ({ title, small: [] as number[], large: [] as number[] }))
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++)
      for (const [index, figure] of figures.entries()) {
        const sides = { small, large }
        for (const side of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
          const took = await sides[side].measure(index)
          if (round >= 0) figure[side].push(took)
        }
      }
    return figures
  } finally {
    for (const side of [small, large]) await side.close()
  }
}

/** Both pages have the same number of items, limited by the small installation. */
async function equalizeLimits(small: Side, large: Side): Promise<void> {
  for (const [index, { whole }] of small.pages.entries()) {
    if (whole) continue
    const most = await small.count(index)
    if ((await large.count(index)) > most) for (const side of [small, large]) side.limit(index, most)
  }
}

type Side = {
  pages: Page[]
  /** Milliseconds until the response. */
  measure(index: number): Promise<number>
  count(index: number): Promise<number>
  limit(index: number, most: number): void
  close(): Promise<void>
}

async function open({ folder, installation, environment = {} }: Place, owner: Wallet): Promise<Side> {
  const server = await startCountersign(folder, { environment: { OWNER_WALLETS: owner.address, ...environment } })
  const connection = openConnection(server.port)
  const cookies = await signInRepeatedly(connection, server, owner)
  const pages = pagesOf(installation)
  let requests = 0
  async function send(index: number): Promise<{ took: number; answer: Answer }> {
    const { path = '', title = '' } = pages[index] ?? {}
    const headers = { Cookie: cookies[requests++ % cookies.length] ?? '' }
    const request = writeRequest({ method: 'GET', path, port: server.port, headers })
    const began = performance.now()
    const answer = await connection.send(request)
    const took = performance.now() - began
    requireItems(answer, title)
    return { took, answer }
  }
  return {
    pages,
    measure: async (index) => (await send(index)).took,
    count: async (index) => JSON.parse((await send(index)).answer.body).items?.length ?? 0,
    limit(index, most) {
      const { path = '', title = '' } = pages[index] ?? {}
      pages[index] = { title, path: `${path}${path.includes('?') ? '&' : '?'}limit=${most}` }
    },
    async close() {
      connection.close()
      await server.stop('SIGTERM')
    },
  }
}

/** Alternates between sessions, since reads per session are limited. */
const SESSIONS = 8

async function signInRepeatedly(connection: Connection, { port }: Running, owner: Wallet): Promise<string[]> {
  const cookies: string[] = []
  for (let session = 0; session < SESSIONS; session++)
    cookies.push((await systems.countersign.signIn(connection, port, { wallet: owner })).cookie)
  return cookies
}

function requireItems({ status, body }: Answer, title: string): void {
  if (status !== 200) throw new Error(`${title}: ${status} ${body.slice(0, 300)}`)
  if (/"items":\[\]/.test(body)) throw new Error(`${title}: the page is empty, so there is nothing to measure`)
}
