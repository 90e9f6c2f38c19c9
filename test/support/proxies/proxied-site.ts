/** A server, a site and the real proxy between them. */

import type { Host } from '@countersign/contract/routes/admin/host.ts'
import type { Engine } from '../database/engines.ts'
import { startServer, type TestServer } from '../server/server.ts'
import { CHECK_PATH, protect } from './protected-host.ts'
import { type Behind, type RunningProxy, type Site, type StartProxy, startSite } from './proxies.ts'

export type Standing = { server: TestServer; site: Site; proxy: RunningProxy; host: string; hostId: string }

type Wanted = Pick<Behind, 'amend' | 'headers'> & {
  name: string
  rules?: Host['rules']
  ends: (() => Promise<void>)[]
}

/** `ends` is filled as things start, so that all that did is stopped whatever happens. */
export async function standBehind(
  engine: Engine,
  start: StartProxy,
  { name, amend, headers = [], rules = [], ends }: Wanted,
): Promise<Standing> {
  const server = await startServer(engine)
  ends.push(() => server.close())
  const site = await startSite()
  ends.push(() => site.close())
  const ports = { countersign: Number(new URL(server.url).port), checkPath: CHECK_PATH, site: site.port }
  const proxy = await start({ host: name, ...ports, headers, ...(amend ? { amend } : {}) })
  ends.push(() => proxy.stop())
  const host = `${name}:${proxy.port}`
  const { id: hostId } = await protect(server, host, [], { headers, rules })
  return { server, site, proxy, host, hostId }
}
