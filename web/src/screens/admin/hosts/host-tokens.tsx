import { isTokenName } from '@countersign/contract/host/host-name.ts'
import {
  createHostToken,
  deleteHostToken,
  type Host,
  type HostToken,
  listHosts,
} from '@countersign/contract/routes/admin/host.ts'
import { Plus } from 'lucide'
import { useState } from 'react'
import { actionColumn, ExpiryTime, TimeOr } from '../../../components/admin/columns.tsx'
import { TableSection } from '../../../components/admin/paged-table.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { useSave } from '../../../components/form/use-save.ts'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { errorsAtPointers, firstError } from '../../../forms/form.ts'
import { useForm, VERBATIM } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hosts } from '../../../words/admin/hosts.ts'

const { tokens: words } = hosts

export function HostTokens({ host }: { host: Host }) {
  const [revoking, setRevoking] = useState<HostToken>()
  return (
    <TableSection
      title={words.title}
      lead={words.lead}
      columns={[...columns, revokeColumn(setRevoking)]}
      rows={host.tokens}
      rowKey={({ id }) => id}
      empty={
        <>
          <strong>{words.empty}.</strong> {words.emptyBody}
        </>
      }
    >
      <NewToken host={host} />
      {revoking ? (
        <ActionDialog
          title={words.revokeTitle(revoking.name)}
          confirmLabel={words.revoke}
          route={deleteHostToken}
          call={{ params: { id: host.id, tokenId: revoking.id } }}
          refreshes={[listHosts]}
          done={words.revoked}
          onClose={() => setRevoking(undefined)}
        >
          <p>{words.revokeBody}</p>
        </ActionDialog>
      ) : null}
    </TableSection>
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
  { key: 'created', label: words.created, render: ({ createdAt }) => <Timestamp at={createdAt} exact /> },
  {
    key: 'expires',
    label: words.expires,
    render: ({ expiresAt }) => <ExpiryTime at={expiresAt} never={words.never} expired={words.expired} />,
  },
  { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <TimeOr at={lastUsedAt} none={words.notUsed} /> },
]

const revokeColumn = (onAct: (token: HostToken) => void): Column<HostToken> =>
  actionColumn(words.actions, (token) => (
    <Button aria-label={words.revokeOf(token.name)} onClick={() => onAct(token)}>
      {words.revoke}
    </Button>
  ))

const LIFETIMES = [
  { value: '', label: words.never },
  ...[30, 90, 365].map((days) => ({ value: String(days), label: words.days(days) })),
]

type TokenValues = { name: string; days: string }

function NewToken({ host }: { host: Host }) {
  const [token, setToken] = useState<string>()
  const form = useForm<TokenValues, { name: string; days?: number }, { token: string }>({
    saved: { values: { name: '', days: '90' } },
    validate: ({ name }) => (isTokenName(name.trim()) ? {} : { name: words.nameWrong }),
    serverErrors: (error) =>
      errorsAtPointers<TokenValues>(error, { name: (code) => (code === 'taken' ? words.nameTaken : words.nameWrong) }),
    save: useSave(createHostToken, { params: { id: host.id }, refreshes: [listHosts] }),
    body: ({ name, days }) => ({ name: name.trim(), ...(days === '' ? {} : { days: Number(days) }) }),
    onSaved: (created) => setToken(created.token),
  })
  return (
    <>
      <form ref={form.ref} className="stack settings" onSubmit={form.submit} noValidate>
        <Field
          label={words.name}
          hint={words.nameHint}
          className="mono"
          maxLength={32}
          {...VERBATIM}
          {...form.text('name')}
        />
        <Select label={words.expiry} options={LIFETIMES} {...form.choice('days')} />
        {form.failure && !firstError(form.errors) ? <ErrorNotice error={form.failure} /> : null}
        <div>
          <Button type="submit" icon={<Icon icon={Plus} size={16} />} aria-disabled={form.pending || undefined}>
            {words.create}
          </Button>
        </div>
      </form>
      {token === undefined ? null : (
        <ShownOnce
          title={words.newToken}
          secret={token}
          copy={words.copy}
          copied={words.copied}
          onClose={() => setToken(undefined)}
        >
          <p>{words.newTokenNote}</p>
        </ShownOnce>
      )}
    </>
  )
}
