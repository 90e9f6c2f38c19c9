import { type Host as HostItem, listHosts } from '@countersign/contract/routes/admin/host.ts'
import { oneOf } from '../../../components/admin/options.ts'
import { PartNav } from '../../../components/admin/part-nav.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useQuery } from '../../../page/history.tsx'
import { account } from '../../../words/account.ts'
import { hosts as words } from '../../../words/admin-hosts.ts'
import { HostHeaders } from './host-headers.tsx'
import { HostRules } from './host-rules.tsx'
import { HostTokens } from './host-tokens.tsx'
import './hosts.css'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { withPermission } from '../../../components/admin/with-permission.tsx'

type Part = keyof typeof words.parts
const PARTS = Object.keys(words.parts) as Part[] // the keys of a const object are its key type

export const HostScreen = withPermission('hosts', Host)

/** All hosts are in one list, so there is no route for a single one. */
function Host({ params: { id = '' } }: { params: Record<string, string> }) {
  const answer = useRouteQuery(listHosts)
  const part = oneOf(useQuery('part'), PARTS) ?? 'rules'
  const host = answer.data?.items.find((item) => item.id === id)
  if (answer.data && !host) return <NotFoundScreen />
  const title = host?.name ?? account.unknownTitle
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={host ? 'loaded' : 'loading'}
        title={title}
        screen={host ? `${words.parts[part]} · ${title}` : title}
        lead={host && host.name !== host.host ? <code translate="no">{host.host}</code> : undefined}
        crumbs={[{ label: words.title, to: '/admin/hosts' }]}
      />
      <PartNav label={words.partsLabel} at={`/admin/hosts/${id}`} parts={words.parts} chosen={part} />
      <Loaded answer={{ ...answer, data: host }} lines={8}>
        {(loaded) => <PartContent part={part} host={loaded} />}
      </Loaded>
    </div>
  )
}

function PartContent({ part, host }: { part: Part; host: HostItem }) {
  if (part === 'tokens') return <HostTokens host={host} />
  if (part === 'headers') return <HostHeaders host={host} />
  return <HostRules host={host} />
}
