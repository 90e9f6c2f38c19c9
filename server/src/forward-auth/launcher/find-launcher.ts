/** What a person may open. What a rule keeps from them is not named, nor what could not be checked. */

import { isWildcard } from '@countersign/contract/host/host-name.ts'
import type { RequiredAccess } from '@countersign/contract/host/host-rule.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { getLauncher, LauncherItem } from '@countersign/contract/routes/launcher.ts'
import { findAllApps } from '../../apps/app.ts'
import { listOwnGrants } from '../../apps/grants/grant.ts'
import type { Context } from '../../context.ts'
import { logoUrl } from '../../platform/images/logo.ts'
import { checkAllAccess } from '../../rules/membership.ts'
import { findAllHosts } from '../hosts/find-host.ts'
import type { HostRecord } from '../hosts/host.store.ts'
import { isOwnHost, originOf } from '../hosts/host-name.ts'
import { isPublic, requiredAccess } from '../required-access.ts'

type Candidate = {
  item: LauncherItem
  needed: readonly RequiredAccess[]
  /** The person has allowed the app; protected hosts ask nothing. */
  isConnected: boolean
}

export async function findLauncher(context: Context, personId: string): Promise<AnswerOf<typeof getLauncher>> {
  const candidates = [...(await findApps(context, personId)), ...(await findHosts(context))].sort(compareCandidates)
  const checked = await Promise.all(
    candidates.map(async ({ item, needed }) => {
      const { outcome } = await checkAllAccess(context, needed, personId)
      return { item, outcome }
    }),
  )
  return {
    items: checked.flatMap(({ item, outcome }) => (outcome === 'yes' ? [item] : [])),
    incomplete: checked.some(({ outcome }) => outcome === 'unknown'),
  }
}

async function findApps(context: Context, personId: string): Promise<Candidate[]> {
  const granted = new Set((await listOwnGrants(context, personId)).items.map(({ app }) => app.id))
  return (await findAllApps(context.store)).flatMap((app) => {
    const { id, name, logoId, launchUrl, status } = app
    if (status !== 'active' || launchUrl === null) return []
    const item = { id, name, logo: logoUrl(logoId), url: launchUrl }
    return [{ item, needed: [app], isConnected: granted.has(id) }]
  })
}

/** Not wildcards, which have no address of their own. */
async function findHosts({ store, config }: Context): Promise<Candidate[]> {
  const hosts = await findAllHosts(store)
  return hosts
    .filter(({ enabled, host }) => enabled && !isWildcard(host) && !isOwnHost(host, config.domain))
    .map((record) => {
      const { id, host, name } = record
      const item = { id, name, logo: null, url: originOf(host) }
      return { item, needed: accessToEnter(record), isConnected: false }
    })
}

/** To open its first page. With a public one, the host is still meant for those who may enter the rest. */
function accessToEnter(host: HostRecord): readonly RequiredAccess[] {
  const needed = requiredAccess(host, { path: '/', method: 'GET' })
  return isPublic(needed) ? [host] : needed
}

function compareCandidates(one: Candidate, other: Candidate): number {
  return Number(other.isConnected) - Number(one.isConnected) || one.item.name.localeCompare(other.item.name, 'en')
}
