import { type Host as HostItem, listHosts, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { withPermission } from '../../../components/admin/with-permission.tsx'
import { useSave } from '../../../components/form/use-save.ts'
import { AccessForm } from '../../../components/item/access-form.tsx'
import { ItemScreen } from '../../../components/item/item-screen.tsx'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { HostHeaders } from './host-headers.tsx'
import { HostOverview } from './host-overview.tsx'
import { HostRules } from './host-rules.tsx'
import { HostTokens } from './host-tokens.tsx'
import { HOST_READS } from './host-values.ts'
import { ProxySetup } from './proxy-setup.tsx'
import './hosts.css'

export const HostScreen = withPermission('hosts', Host)

/** All hosts are in one list, so there is no route for a single one. */
function Host({ params }: { params: Record<string, string> }) {
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
    >
      {(loaded, part) => <PartContent part={part} host={loaded} checkPath={answer.data?.checkPath ?? ''} />}
    </ItemScreen>
  )
}

type PartContentProps = { part: keyof typeof words.parts; host: HostItem; checkPath: string }

function PartContent({ part, host, checkPath }: PartContentProps) {
  if (part === 'setup') return <ProxySetup host={host} checkPath={checkPath} />
  if (part === 'access') return <HostAccess host={host} />
  if (part === 'rules') return <HostRules host={host} />
  if (part === 'tokens') return <HostTokens host={host} />
  if (part === 'headers') return <HostHeaders host={host} />
  return <HostOverview host={host} />
}

function HostAccess({ host }: { host: HostItem }) {
  const save = useSave(updateHost, { params: { id: host.id }, refreshes: HOST_READS })
  return <AccessForm item={host} save={save} />
}
