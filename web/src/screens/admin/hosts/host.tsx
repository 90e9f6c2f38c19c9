import { listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { AccessForm } from '../../../components/item/access-form.tsx'
import { ItemScreen } from '../../../components/item/item-screen.tsx'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { HostOverview } from './host-overview.tsx'
import { HostHeaders, HostRules } from './host-rules.tsx'
import { HostTokens } from './host-tokens.tsx'
import { HOST_READS } from './host-values.ts'
import { ProxySetup } from './proxy-setup.tsx'
import './hosts.css'

/** All hosts are in one list, so there is no route for a single one. */
export function HostScreen({ params }: { params: Record<string, string> }) {
  const answer = useRouteQuery(listHosts)
  const host = answer.data?.items.find(({ id }) => id === params.id)
  return (
    <ItemScreen
      list={{ label: words.title, to: '/admin/hosts' }}
      params={params}
      partsLabel={words.partsLabel}
      parts={words.parts}
      answer={{ ...answer, data: host }}
      isMissing={answer.data !== undefined && host === undefined}
      content={{
        overview: (item) => <HostOverview host={item} />,
        setup: (item) => <ProxySetup host={item} checkPath={answer.data?.checkPath ?? ''} />,
        access: (item) => <AccessForm item={item} route={updateHost} refreshes={HOST_READS} />,
        rules: (item) => <HostRules host={item} />,
        tokens: (item) => <HostTokens host={item} />,
        headers: (item) => <HostHeaders host={item} />,
      }}
    />
  )
}
