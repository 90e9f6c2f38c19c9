import { isTokenName } from '@countersign/contract/host/host-name.ts'
import * as routes from '@countersign/contract/routes/admin/host.ts'
import { Plus } from 'lucide'
import { useState } from 'react'
import { useSave } from '../../../components/account-data.tsx'
import { credentialColumns, lifetimeBody, lifetimes } from '../../../components/admin/credentials.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { type RowAction, TableSection } from '../../../components/admin/table.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { errorsAtPointers, firstError } from '../../../forms/form.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { hosts } from '../../../words/admin/hosts.ts'

const { tokens: words } = hosts

export function HostTokens({ host }: { host: routes.Host }) {
  return (
    <TableSection
      title={words.title}
      lead={words.lead}
      columns={columns}
      rows={host.tokens}
      rowKey={({ id }) => id}
      empty={
        <p className="soft">
          <strong>{words.empty}.</strong> {words.emptyBody}
        </p>
      }
      actions={[revokeAction(host)]}
    >
      <NewToken host={host} />
    </TableSection>
  )
}

const columns: Column<routes.HostToken>[] = [
  {
    label: words.name,
    render: ({ name, hint }) => (
      <span className="mono break" translate="no">
        {name} <span className="soft">…{hint}</span>
      </span>
    ),
  },
  ...credentialColumns,
]

const revokeAction = (host: routes.Host): RowAction<routes.HostToken> => ({
  label: words.revoke,
  labelOf: ({ name }) => words.revokeOf(name),
  dialog: ({ id, name }, onClose) => (
    <ActionDialog
      title={words.revokeTitle(name)}
      confirmLabel={words.revoke}
      route={routes.deleteHostToken}
      call={{ params: { id: host.id, tokenId: id } }}
      refreshes={[routes.listHosts]}
      done={words.revoked}
      onClose={onClose}
    >
      <p>{words.revokeBody}</p>
    </ActionDialog>
  ),
})

type TokenValues = { name: string; days: string }

function NewToken({ host }: { host: routes.Host }) {
  const [token, setToken] = useState<string>()
  const form = useForm<TokenValues, { name: string; days?: number }, { token: string }>({
    saved: { values: { name: '', days: '90' } },
    validate: ({ name }) => (isTokenName(name.trim()) ? {} : { name: words.nameWrong }),
    serverErrors: (error) =>
      errorsAtPointers<TokenValues>(error, { name: (code) => (code === 'taken' ? words.nameTaken : words.nameWrong) }),
    save: useSave(routes.createHostToken, { params: { id: host.id }, refreshes: [routes.listHosts] }),
    body: ({ name, days }) => ({ name: name.trim(), ...lifetimeBody(days) }),
    onSaved: (created) => setToken(created.token),
  })
  return (
    <>
      <form ref={form.ref} className="stack settings" onSubmit={form.submit} noValidate>
        <Field label={words.name} hint={words.nameHint} maxLength={32} {...form.code('name')} />
        <Select label={words.expiry} options={lifetimes} {...form.choice('days')} />
        {form.failure && !firstError(form.errors) ? <ErrorNotice error={form.failure} /> : null}
        <div>
          <Button type="submit" icon={Plus} aria-disabled={form.pending || undefined}>
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
