import {
  type App,
  type AppKey,
  type AppSecret,
  createSecret,
  deleteSecret,
  getApp,
} from '@countersign/contract/routes/admin/app.ts'
import { Plus } from 'lucide'
import { useState } from 'react'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { actionColumn, Code, ExpiryTime, TimeOr } from '../../../components/admin/columns.tsx'
import { TableSection } from '../../../components/admin/paged-table.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { app as words } from '../../../words/admin/app.ts'

export function AppCredentials(props: { app: App; locked: boolean }) {
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

function AppSecrets({ app, locked }: { app: App; locked: boolean }) {
  const add = useRouteMutation(createSecret, { refreshes: [getApp] })
  const [removing, setRemoving] = useState<AppSecret>()
  const [days, setDays] = useState('')
  const create = () => add.mutate({ params: { id: app.id }, body: days === '' ? {} : { days: Number(days) } })
  return (
    <section className="stack">
      <h2>{words.secrets}</h2>
      {app.secrets.length === 0 ? (
        <Notice tone="warn">{words.noSecretYet}</Notice>
      ) : (
        <>
          <p className="soft">{words.secretsNote}</p>
          <DataTable
            caption={words.secrets}
            columns={locked ? secretColumns : [...secretColumns, removeColumn(setRemoving)]}
            rows={app.secrets}
            rowKey={({ id }) => id}
          />
        </>
      )}
      {add.error ? <ErrorNotice error={add.error} /> : null}
      {locked ? null : (
        <div className="field-row">
          <Select label={words.expiration} value={days} options={LIFETIMES} onChoose={setDays} />
          <Button icon={<Icon icon={Plus} size={16} />} busy={add.isPending} onClick={create}>
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
      {removing ? (
        <ActionDialog
          title={words.deleteSecretTitle}
          confirmLabel={words.deleteSecret}
          route={deleteSecret}
          call={{ params: { id: app.id, secretId: removing.id } }}
          refreshes={[getApp]}
          done={words.secretDeleted}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            <Code text={`…${removing.hint}`} />
          </p>
          <p>{words.deleteSecretBody}</p>
        </ActionDialog>
      ) : null}
    </section>
  )
}

const LIFETIMES = [
  { value: '', label: words.noExpiration },
  ...[30, 90, 365].map((days) => ({ value: String(days), label: words.days(days) })),
]

const secretColumns: Column<AppSecret>[] = [
  { key: 'secret', label: words.secret, render: ({ hint }) => <Code text={`…${hint}`} /> },
  { key: 'created', label: words.created, render: ({ createdAt }) => <Timestamp at={createdAt} exact /> },
  {
    key: 'until',
    label: words.expires,
    render: ({ expiresAt }) => <ExpiryTime at={expiresAt} never={words.noExpiration} expired={words.expired} />,
  },
  { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <TimeOr at={lastUsedAt} none={words.never} /> },
]

const removeColumn = (onAct: (secret: AppSecret) => void): Column<AppSecret> =>
  actionColumn(words.actions, (secret) => (
    <Button aria-label={words.deleteSecretOf(secret.hint)} onClick={() => onAct(secret)}>
      {words.deleteSecret}
    </Button>
  ))

function AppKeys({ app, locked }: { app: App; locked: boolean }) {
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
          <Link to={`/admin/apps/${app.id}/settings?field=jwks`} className="button">
            <span>{words.changeKeys}</span>
          </Link>
        </div>
      )}
    </TableSection>
  )
}

const keyColumns: Column<AppKey>[] = [
  { key: 'name', label: words.keyId, render: ({ kid }) => (kid === null ? words.noKeyId : <Code text={kid} />) },
  {
    key: 'kind',
    label: words.keyType,
    render: ({ type, bits }) => (bits === null ? type : words.keyBits(bits)),
  },
  { key: 'algorithms', label: words.keyAlgorithms, render: ({ algorithms }) => algorithms.join(', ') },
  { key: 'thumbprint', label: words.thumbprint, render: ({ thumbprint }) => <Code text={thumbprint} /> },
  { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <TimeOr at={lastUsedAt} none={words.never} /> },
]
