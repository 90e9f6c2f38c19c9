import { chainNames } from '@countersign/contract/chain-name.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { listNetworks } from '@countersign/contract/routes/admin/network.ts'
import type { WalletList } from '@countersign/contract/routes/admin/rule.ts'
import { useRouteQuery } from '../../../../components/account-data.tsx'
import { ruleNames } from '../../../../components/rule/rule-names.ts'
import { useAccount } from '../../../../components/use-signed-in.ts'
import type { RuleNames } from '../../../../words/rule-sentences.ts'

/** What sentences call the things a rule refers to. */
export function useNames(lists: readonly WalletList[]): RuleNames {
  const groups = useRouteQuery(listGroups).data?.items ?? []
  const networks = useNetworks().items
  return ruleNames({
    networks: Object.fromEntries(networks.map(({ chainId, name }) => [chainId, name])),
    groups: Object.fromEntries(groups.map(({ id, name }) => [id, name])),
    listSizes: Object.fromEntries(lists.map(({ id, wallets }) => [id, wallets])),
  })
}

export type KnownNetwork = { chainId: string; name: string }

/** The configured networks. Only owners may list them; for others these are the ones we know by name. */
export function useNetworks(): { items: KnownNetwork[]; complete: boolean } {
  const { me } = useAccount()
  const complete = mayDo(me.role, 'networks')
  const { data } = useRouteQuery(listNetworks, { enabled: complete })
  if (!complete) return { items: wellKnown, complete }
  const enabled = (data?.items ?? []).filter((network) => network.enabled)
  return { items: enabled.map(({ chainId, name }) => ({ chainId: String(chainId), name })), complete }
}

const wellKnown = Object.entries(chainNames).map(([chainId, name]) => ({ chainId, name }))
