import { contractChain } from '@countersign/contract/family/account.ts'
import type { SessionItem } from '@countersign/contract/routes/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Column } from '../../ui/data/data-table.tsx'
import { Tag } from '../../ui/data/tag.tsx'
import { admin } from '../../words/admin/admin.ts'
import { SpokenAddress } from '../spoken-address.tsx'
import { Timestamp } from '../timestamp.tsx'
import { walletKind } from '../wallet-words.ts'
import { actionColumn } from './columns.tsx'

const { sessions } = admin

export type Ending<Row> = { end: (row: Row) => void; nameOf: (row: Row) => string; mayEnd: (row: Row) => boolean }

export function sessionColumns<Row extends SessionItem>(ending: Ending<Row> | undefined): Column<Row>[] {
  const facts: Column<Row>[] = [
    {
      key: 'device',
      label: sessions.device,
      render: ({ device, near, current }) => (
        <div>
          <span className="row">
            {device}
            {current ? <Tag tone="good">{sessions.here}</Tag> : null}
          </span>
          <span className="small soft">{sessions.ip(near)}</span>
        </div>
      ),
    },
    {
      key: 'wallet',
      label: sessions.wallet,
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
    { key: 'seen', label: sessions.lastSeen, render: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} /> },
    { key: 'since', label: sessions.since, render: ({ createdAt }) => <Timestamp at={createdAt} /> },
  ]
  if (!ending) return facts
  const endColumn = actionColumn<Row>(sessions.actions, (row) =>
    ending.mayEnd(row) ? (
      <Button aria-label={sessions.endOf(row.device, ending.nameOf(row))} onClick={() => ending.end(row)}>
        {sessions.end}
      </Button>
    ) : null,
  )
  return [...facts, endColumn]
}
