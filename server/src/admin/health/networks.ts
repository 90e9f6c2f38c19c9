import type { Context } from '../../context.ts'
import { maskUrl } from '../../platform/endpoint-url.ts'
import { bad, good, type Judgment, note } from './finding.ts'

/** The chain on which Base Account signatures are verified. */
const BASE = 8453

export async function checkNetworks({ networks, config }: Context): Promise<Judgment> {
  const enabled = (await networks.all()).filter((network) => network.enabled)
  if (config.baseAccount && !enabled.some(({ chainId }) => chainId === BASE))
    return bad(
      `Base Account is enabled, but Base (chain ${BASE}) is not configured: no one can sign in with it.`,
      `Set RPC_${BASE} or add Base under Networks, or disable Base Account with BASE_ACCOUNT=off.`,
    )
  if (enabled.length === 0) return good('No networks configured: smart accounts can’t sign in, all other wallets can.')
  const unreadable = enabled.find(({ endpoints }) => endpoints.length === 0)
  if (unreadable)
    return bad(
      `The endpoints of ${unreadable.name} can’t be decrypted because SECRET_KEY has changed.`,
      'Restore the previous SECRET_KEY, or enter the endpoints again under Networks.',
    )
  const down = enabled
    .flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => networks.nodes.healthOf(endpoint).state === 'down')
  if (down.length > 0)
    return bad(
      `Endpoints not responding: ${down.map(({ url }) => maskUrl(url)).join(', ')}.`,
      'Test them under Networks to see the error of each, then fix or replace them.',
    )
  const single = enabled.filter(({ endpoints }) => endpoints.length === 1).map(({ name }) => name)
  if (single.length > 0)
    return note(
      `Smart accounts are verified by a single endpoint on ${single.join(', ')}.`,
      'Add a second endpoint from another provider, so that both must agree. Your own node needs no second endpoint.',
    )
  return good(
    `${enabled.length === 1 ? '1 network' : `${enabled.length} networks`} configured, each with at least two endpoints.`,
  )
}
