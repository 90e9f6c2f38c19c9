import * as routes from '@countersign/contract/routes/admin/app.ts'
import { Plus } from 'lucide'
import { useState } from 'react'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { credentialColumns, lifetimeBody, lifetimes } from '../../../components/admin/credentials.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { Code, type RowAction, TableSection, TimeOrNever } from '../../../components/admin/table.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { app as words } from '../../../words/admin/app.ts'

export function AppCredentials(props: { app: routes.App; locked: boolean }) {
  const { authMethod } = props.app
  if (authMethod === 'private_key_jwt') return <AppKeys {...props} />
  if (authMethod !== 'none') return <AppSecrets {...props} />
  return (
    <section className="stack">
      <h2>{words.secrets}</h2>
      <p className="soft">{words.noSecrets}</p>
    </section>
  )
}

function AppSecrets({ app, locked }: { app: routes.App; locked: boolean }) {
  const add = useRouteMutation(routes.createSecret, { refreshes: [routes.getApp] })
  const [days, setDays] = useState('')
  return (
    <TableSection
      title={words.secrets}
      lead={app.secrets.length > 0 ? words.secretsNote : undefined}
      columns={secretColumns}
      rows={app.secrets}
      rowKey={({ id }) => id}
      empty={<Notice tone="warn">{words.noSecretYet}</Notice>}
      actions={locked ? [] : [deleteAction(app)]}
    >
      {add.error ? <ErrorNotice error={add.error} /> : null}
      {locked ? null : (
        <div className="field-row">
          <Select label={words.expiration} value={days} options={lifetimes} onChoose={setDays} />
          <Button
            icon={Plus}
            busy={add.isPending}
            onClick={() => add.mutate({ params: { id: app.id }, body: lifetimeBody(days) })}
          >
            {words.addSecret}
          </Button>
        </div>
      )}
      {add.data ? (
        <ShownOnce
          title={words.newSecret}
          secret={add.data.secret}
          copy={words.copySecret}
          copied={words.secretCopied}
          onClose={add.reset}
        >
          <p>{words.newSecretNote}</p>
        </ShownOnce>
      ) : null}
    </TableSection>
  )
}

const secretColumns: Column<routes.AppSecret>[] = [
  { label: words.secret, render: ({ hint }) => <Code text={`…${hint}`} /> },
  ...credentialColumns,
]

const deleteAction = (app: routes.App): RowAction<routes.AppSecret> => ({
  label: words.deleteSecret,
  labelOf: ({ hint }) => words.deleteSecretOf(hint),
  dialog: ({ id, hint }, onClose) => (
    <ActionDialog
      title={words.deleteSecretTitle}
      confirmLabel={words.deleteSecret}
      route={routes.deleteSecret}
      call={{ params: { id: app.id, secretId: id } }}
      refreshes={[routes.getApp]}
      done={words.secretDeleted}
      onClose={onClose}
    >
      <p>
        <Code text={`…${hint}`} />
      </p>
      <p>{words.deleteSecretBody}</p>
    </ActionDialog>
  ),
})

function AppKeys({ app, locked }: { app: routes.App; locked: boolean }) {
  return (
    <TableSection
      title={words.keys}
      lead={words.keysNote}
      columns={keyColumns}
      rows={app.keys}
      rowKey={({ kid }) => kid ?? ''}
    >
      {locked ? null : (
        <div className="row">
          <LinkButton to={`/admin/apps/${app.id}/settings?field=jwks`}>{words.changeKeys}</LinkButton>
        </div>
      )}
    </TableSection>
  )
}

const keyColumns: Column<routes.AppKey>[] = [
  { label: words.keyId, render: ({ kid }) => (kid === null ? words.noKeyId : <Code text={kid} />) },
  { label: words.keyType, render: ({ type, bits }) => (bits === null ? type : words.keyBits(bits)) },
  { label: words.keyAlgorithms, render: ({ algorithms }) => algorithms.join(', ') },
  { label: words.thumbprint, render: ({ thumbprint }) => <Code text={thumbprint} /> },
  { label: words.lastUsed, render: ({ lastUsedAt }) => <TimeOrNever at={lastUsedAt} /> },
]
