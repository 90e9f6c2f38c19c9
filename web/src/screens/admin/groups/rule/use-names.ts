import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { listRuleNetworks, type WalletList } from '@countersign/contract/routes/admin/rule.ts'
import { useRouteQuery } from '../../../../components/account-data.tsx'
import { ruleNames } from '../../../../components/rule/rule-names.ts'
import type { RuleNames } from '../../../../words/rules/sentences.ts'

/** What sentences call the things a rule refers to. */
export function useNames(lists: readonly WalletList[]): RuleNames {
  const groups = useRouteQuery(listGroups).data?.items ?? []
  const networks = useRouteQuery(listRuleNetworks).data?.items ?? []
  return ruleNames({
    networks: Object.fromEntries(networks.map(({ chainId, name }) => [chainId, name])),
    groups: Object.fromEntries(groups.map(({ id, name }) => [id, name])),
    listSizes: Object.fromEntries(lists.map(({ id, wallets }) => [id, wallets])),
  })
}
