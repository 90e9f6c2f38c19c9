import { type App, type AppSecret, createSecret, deleteSecret, getApp } from '@countersign/contract/routes/admin/app.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { app as words } from '../../../words/admin.ts'
import '../../../components/admin/admin.css'

export function AppSecrets({ app, locked }: { app: App; locked: boolean }) {
  const add = useAct(createSecret, { refreshes: [getApp] })
  const [removing, setRemoving] = useState<AppSecret>()
  const [life, setLife] = useState('')
  if (app.authMethod === 'none') return <NoSecrets />
  const run = () => add.mutate({ params: { id: app.id }, body: life === '' ? {} : { days: Number(life) } })
  return (
    <section className="stack">
      <h2>{words.secrets}</h2>
      {app.secrets.length === 0 ? (
        <Notice tone="warn">
          <p>{words.noSecretYet}</p>
        </Notice>
      ) : (
        <>
          <p className="soft">{words.secretsNote}</p>
          <DataTable
            caption={words.secrets}
            columns={locked ? columns : [...columns, takeAwayColumn(setRemoving)]}
            rows={app.secrets}
            rowKey={({ id }) => id}
          />
        </>
      )}
      {add.error ? <Refused error={add.error} /> : null}
      {locked ? null : (
        <div className="app-new-secret">
          <Select label={words.secretLife} value={life} options={LIVES} onChoose={setLife} />
          <Button
            icon={<Plus size={16} aria-hidden="true" />}
            aria-disabled={add.isPending || undefined}
            onClick={add.isPending ? undefined : run}
          >
            {words.addSecret}
          </Button>
        </div>
      )}
      {add.data ? <NewSecret secret={add.data.secret} onClose={add.reset} /> : null}
      {removing ? <RemoveDialog app={app} secret={removing} onClose={() => setRemoving(undefined)} /> : null}
    </section>
  )
}

function NoSecrets() {
  return (
    <section className="stack">
      <h2>{words.secrets}</h2>
      <p className="soft">{words.noSecrets}</p>
    </section>
  )
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnce
      title={words.newSecret}
      secret={secret}
      copy={words.copySecret}
      copied={words.secretCopied}
      onClose={onClose}
    >
      <p>{words.newSecretNote}</p>
    </ShownOnce>
  )
}

function RemoveDialog({ app, secret, onClose }: { app: App; secret: AppSecret; onClose: () => void }) {
  const remove = useAct(deleteSecret, { refreshes: [getApp] })
  const done = () => {
    onClose()
    showToast(words.takenAway)
  }
  return (
    <ConfirmDialog
      title={words.takeAwayTitle}
      act={words.takeAway}
      cancel={account.cancel}
      busy={remove.isPending}
      refusal={refusalText(remove.error)}
      onAct={() => remove.mutate({ params: { id: app.id, secretId: secret.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        <Hint hint={secret.hint} />
      </p>
      <p>{words.takeAwayBody}</p>
    </ConfirmDialog>
  )
}

function Hint({ hint }: { hint: string }) {
  return (
    <span className="mono" translate="no">
      …{hint}
    </span>
  )
}

function Until({ at }: { at: string }) {
  const [now] = useState(() => Date.now())
  return Date.parse(at) <= now ? <Tag tone="bad">{words.ranOut}</Tag> : <When at={at} exact />
}

const LIVES = [
  { value: '', label: words.takenAwayOnly },
  ...[30, 90, 365].map((days) => ({ value: String(days), label: words.days(days) })),
]

const columns: Column<AppSecret>[] = [
  { key: 'secret', label: words.secret, render: ({ hint }) => <Hint hint={hint} /> },
  { key: 'created', label: words.created, render: ({ createdAt }) => <When at={createdAt} exact /> },
  {
    key: 'until',
    label: words.goodUntil,
    render: ({ expiresAt }) => (expiresAt === null ? words.takenAwayOnly : <Until at={expiresAt} />),
  },
  {
    key: 'used',
    label: words.lastUsed,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? words.notUsed : <When at={lastUsedAt} />),
  },
]

function takeAwayColumn(onAct: (secret: AppSecret) => void): Column<AppSecret> {
  return {
    key: 'act',
    label: words.act,
    hideLabel: true,
    align: 'end',
    render: (secret) => (
      <Button aria-label={words.takeAwayOf(secret.hint)} onClick={() => onAct(secret)}>
        {words.takeAway}
      </Button>
    ),
  }
}
