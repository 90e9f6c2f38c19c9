import { getProfile } from '@countersign/contract/routes/person.ts'
import { createRecoveryCodes, dropRecoveryCodes } from '@countersign/contract/routes/recovery.ts'
import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { KeyRound } from 'lucide'
import { useState } from 'react'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { ErrorNotice, Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { account } from '../../../words/account/account.ts'
import { settings } from '../../../words/account/settings.ts'
import { NewCodes } from './new-codes.tsx'
import { SettingsSheet } from './settings-sheet.tsx'

const { recovery: text } = settings
const CRUMBS = [{ label: settings.title, to: '/settings' }]

export function RecoveryScreen() {
  const profile = useRouteQuery(getProfile)
  const create = useRouteMutation(createRecoveryCodes, { refreshes: [getProfile] })
  const drop = useRouteMutation(dropRecoveryCodes, { refreshes: [getProfile], toast: text.deleted })
  const availableFrom = trustedFrom(useRouteQuery(listWallets).data?.items)
  const [codes, setCodes] = useState<string[]>()
  const createCodes = () => {
    drop.reset()
    create.mutate(
      {},
      {
        onSuccess(created) {
          setCodes(created.codes)
          create.reset() // the codes are shown once and stored nowhere
        },
      },
    )
  }
  const dropCodes = () => {
    create.reset()
    drop.mutate({})
  }
  if (codes) return <NewCodes codes={codes} crumbs={CRUMBS} onDone={() => setCodes(undefined)} />
  const error = create.error ?? drop.error
  const actions = { busy: create.isPending || drop.isPending, availableFrom, onCreate: createCodes }
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} crumbs={CRUMBS} />
      <Loaded answer={profile}>
        {({ recoveryCodesLeft: left }) =>
          left === 0 ? <NoCodes {...actions} /> : <CodesLeft left={left} {...actions} onDrop={dropCodes} />
        }
      </Loaded>
      {error ? <ErrorNotice error={error} /> : null}
    </div>
  )
}

/** The time from which a wallet may create codes, unless one may already. */
function trustedFrom(wallets: Wallet[] = []): string | undefined {
  const times = wallets.map(({ trustedAt }) => trustedAt)
  return times.includes(null) ? undefined : (times.sort()[0] ?? undefined)
}

type CodesProps = {
  busy: boolean
  availableFrom: string | undefined
  onCreate: () => void
}

function NoCodes({ busy, availableFrom, onCreate }: CodesProps) {
  const create = (
    <Button look="primary" busy={busy} onClick={onCreate}>
      {text.create}
    </Button>
  )
  return (
    <EmptyState icon={KeyRound} title={text.none} action={availableFrom ? null : create}>
      {text.noneBody}
      {availableFrom ? (
        <>
          {' '}
          {text.tooNew} <Timestamp at={availableFrom} exact />.
        </>
      ) : null}
    </EmptyState>
  )
}

function CodesLeft({ left, busy, availableFrom, onCreate, onDrop }: CodesProps & { left: number; onDrop: () => void }) {
  const [confirming, setConfirming] = useState<'replace' | 'delete'>()
  const close = () => setConfirming(undefined)
  const confirm = () => {
    close()
    if (confirming === 'replace') onCreate()
    else onDrop()
  }
  return (
    <SettingsSheet
      title={text.left(left)}
      body={text.leftBody}
      actions={
        <>
          {availableFrom ? null : (
            <Button aria-disabled={busy || undefined} onClick={() => setConfirming('replace')}>
              {text.replace}
            </Button>
          )}
          <Button look="danger" aria-disabled={busy || undefined} onClick={() => setConfirming('delete')}>
            {text.delete}
          </Button>
        </>
      }
    >
      {confirming ? (
        <ConfirmDialog
          title={text[`${confirming}Title`]}
          confirmLabel={text[confirming]}
          cancelLabel={account.cancel}
          onConfirm={confirm}
          onClose={close}
        >
          <p>{text[`${confirming}Body`]}</p>
        </ConfirmDialog>
      ) : null}
    </SettingsSheet>
  )
}
