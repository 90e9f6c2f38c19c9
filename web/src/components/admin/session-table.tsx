import { contractChain } from '@countersign/contract/family/account.ts'
import type { NamedPerson } from '@countersign/contract/names/person-name.ts'
import { outranks, type Role } from '@countersign/contract/permission.ts'
import { getPerson } from '@countersign/contract/routes/admin/people.ts'
import { endAnySession, listAllSessions, type SessionItem } from '@countersign/contract/routes/session.ts'
import { Smartphone } from 'lucide'
import type { Column } from '../../ui/data/data-table.tsx'
import { Tag } from '../../ui/data/tag.tsx'
import { sessions as words } from '../../words/admin/admin.ts'
import { personLabel } from '../person/person-name.tsx'
import { EndSessionDialog } from '../session/end-session-dialog.tsx'
import { SpokenAddress } from '../spoken-address.tsx'
import { Timestamp } from '../timestamp.tsx'
import { useAccount, useMay } from '../use-signed-in.ts'
import { walletKind } from '../wallet-words.ts'
import type { RowAction } from './table.tsx'

type Owner = NamedPerson & { role: Role }

/** The current session is ended by signing out. */
export function useEndSession<Row extends SessionItem>(ownerOf: (row: Row) => Owner): RowAction<Row>[] {
  const { me } = useAccount()
  if (!useMay('sessions.end')) return []
  const action: RowAction<Row> = {
    label: words.end,
    labelOf: (row) => words.endOf(row.device, personLabel(ownerOf(row))),
    may: (row) => !row.current && outranks(me.role, ownerOf(row).role),
    dialog: (session, onClose) => (
      <EndSessionDialog
        session={session}
        route={endAnySession}
        refreshes={[getPerson, listAllSessions]}
        words={words}
        onClose={onClose}
      />
    ),
  }
  return [action]
}

export const sessionColumns: Column<SessionItem>[] = [
  {
    label: words.device,
    render: ({ device, maskedIp, current, phone }) => (
      <div>
        <span className="row">
          {device}
          {current ? <Tag tone="good">{words.here}</Tag> : null}
          {phone ? <Tag icon={Smartphone}>{words.byPhone}</Tag> : null}
        </span>
        <span className="small soft">{words.ip(maskedIp)}</span>
      </div>
    ),
  },
  {
    label: words.wallet,
    render: ({ wallet }) => (
      <div>
        {wallet.ens ? <bdi translate="no">{wallet.ens} </bdi> : null}
        <SpokenAddress address={wallet.address} />
        {wallet.name ? (
          <div className="small soft">
            <bdi>{wallet.name}</bdi>
          </div>
        ) : null}
        {contractChain(wallet.account) === undefined ? null : <div className="small soft">{walletKind(wallet)}</div>}
      </div>
    ),
  },
  { label: words.lastSeen, render: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} /> },
  { label: words.since, render: ({ createdAt }) => <Timestamp at={createdAt} /> },
]
