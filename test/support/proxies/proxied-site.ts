/** A server, a site and the real proxy between them. */

import type { Host } from '@countersign/contract/routes/admin/host.ts'
import type { Engine } from '../database/engines.ts'
import { startServer, type TestServer } from '../server/server.ts'
import { addProtectedHost, CHECK_PATH } from './protected-host.ts'
import { type BackendSite, type ProxyOptions, type RunningProxy, type StartProxy, startBackendSite } from './proxies.ts'

export type ProxiedSite = { server: TestServer; site: BackendSite; proxy: RunningProxy; host: string; hostId: string }

type SiteOptions = Pick<ProxyOptions, 'amend' | 'headers'> & {
  name: string
  rules?: Host['rules']
  cleanups: (() => Promise<void>)[]
}

/** Adds to `cleanups` as processes start, so that all of them are stopped after a failure too. */
export async function startProxiedSite(
  engine: Engine,
  start: StartProxy,
  { name, amend, headers = [], rules = [], cleanups }: SiteOptions,
): Promise<ProxiedSite> {
  const server = await startServer(engine)
  cleanups.push(() => server.close())
  const site = await startBackendSite()
  cleanups.push(() => site.close())
  const ports = { countersign: Number(new URL(server.url).port), checkPath: CHECK_PATH, site: site.port }
  const proxy = await start({ host: name, ...ports, headers, ...(amend ? { amend } : {}) })
  cleanups.push(() => proxy.stop())
  const host = `${name}:${proxy.port}`
  const { id: hostId } = await addProtectedHost(server, host, [], { headers, rules })
  return { server, site, proxy, host, hostId }
}
