import { type Host, listHosts } from '@countersign/contract/routes/admin/host.ts'
import { deleteHostToken, type HostToken } from '@countersign/contract/routes/admin/host-token.ts'
import { useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
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
      {revoking ? <RevokeDialog host={host} token={revoking} onClose={() => setRevoking(undefined)} /> : null}
    </section>
  )
}

function RevokeDialog({ host, token, onClose }: { host: Host; token: HostToken; onClose: () => void }) {
  const revoke = useAct(deleteHostToken, { refreshes: [listHosts] })
  const done = () => {
    onClose()
    showToast(words.revoked)
  }
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.name)}
      act={words.revoke}
      cancel={account.cancel}
      busy={revoke.isPending}
      refusal={refusalText(revoke.error)}
      onAct={() => revoke.mutate({ params: { id: host.id, tokenId: token.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{words.revokeBody}</p>
    </ConfirmDialog>
  )
}

function Expiry({ at }: { at: string }) {
  const [now] = useState(() => Date.now())
  return Date.parse(at) <= now ? <Tag tone="bad">{words.expired}</Tag> : <When at={at} exact />
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
    render: ({ expiresAt }) => (expiresAt === null ? words.never : <Expiry at={expiresAt} />),
  },
  {
    key: 'used',
    label: words.lastUsed,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? words.notUsed : <When at={lastUsedAt} />),
  },
]

function revokeColumn(onAct: (token: HostToken) => void): Column<HostToken> {
  return {
    key: 'act',
    label: words.act,
    hideLabel: true,
    align: 'end',
    render: (token) => (
      <Button aria-label={words.revokeOf(token.name)} onClick={() => onAct(token)}>
        {words.revoke}
      </Button>
    ),
  }
}
