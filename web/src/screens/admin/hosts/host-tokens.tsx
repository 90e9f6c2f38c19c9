import { type Host, listHosts } from '@countersign/contract/routes/admin/host.ts'
import { deleteHostToken, type HostToken } from '@countersign/contract/routes/admin/host-token.ts'
import { useState } from 'react'
import { actionColumn, ExpiryTime } from '../../../components/admin/columns.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { hosts } from '../../../words/admin.ts'
import { NewToken } from './new-token.tsx'
import '../../../components/admin/admin.css'

const { tokens: words } = hosts

export function HostTokens({ host }: { host: Host }) {
  const [revoking, setRevoking] = useState<HostToken>()
  return (
    <section className="stack">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      {host.tokens.length === 0 ? (
        <p>
          <strong>{words.empty}.</strong> {words.emptyBody}
        </p>
      ) : (
        <DataTable
          caption={words.title}
          columns={[...columns, revokeColumn(setRevoking)]}
          rows={host.tokens}
          rowKey={({ id }) => id}
        />
      )}
      <NewToken host={host} />
      {revoking ? (
        <ActionDialog
          title={words.revokeTitle(revoking.name)}
          act={words.revoke}
          route={deleteHostToken}
          call={{ params: { id: host.id, tokenId: revoking.id } }}
          refreshes={[listHosts]}
          done={words.revoked}
          onClose={() => setRevoking(undefined)}
        >
          <p>{words.revokeBody}</p>
        </ActionDialog>
      ) : null}
    </section>
  )
}

const columns: Column<HostToken>[] = [
  {
    key: 'name',
    label: words.name,
    render: ({ name, hint }) => (
      <span className="mono break" translate="no">
        {name} <span className="soft">…{hint}</span>
      </span>
    ),
  },
  { key: 'created', label: words.created, render: ({ createdAt }) => <When at={createdAt} exact /> },
  {
    key: 'expires',
    label: words.expires,
    render: ({ expiresAt }) =>
      expiresAt === null ? words.never : <ExpiryTime at={expiresAt} expired={words.expired} />,
  },
  {
    key: 'used',
    label: words.lastUsed,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? words.notUsed : <When at={lastUsedAt} />),
  },
]

const revokeColumn = (onAct: (token: HostToken) => void): Column<HostToken> =>
  actionColumn(words.act, (token) => (
    <Button aria-label={words.revokeOf(token.name)} onClick={() => onAct(token)}>
      {words.revoke}
    </Button>
  ))
