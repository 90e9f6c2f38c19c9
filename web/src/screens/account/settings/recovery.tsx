import { getProfile } from '@countersign/contract/routes/person.ts'
import { createRecoveryCodes, dropRecoveryCodes } from '@countersign/contract/routes/recovery.ts'
import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAnswer } from '../../../components/account-data.tsx'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { settings } from '../../../words/account-settings.ts'
import { NewCodes } from './new-codes.tsx'
import { SettingsSheet } from './settings-sheet.tsx'

const { recovery: text } = settings
const CRUMBS = [{ label: settings.title, to: '/settings' }]

export function RecoveryScreen() {
  const profile = useAnswer(getProfile)
  const create = useAct(createRecoveryCodes, { refreshes: [getProfile] })
  const drop = useAct(dropRecoveryCodes, { refreshes: [getProfile] })
  const availableFrom = trustedFrom(useAnswer(listWallets).data?.items)
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
    drop.mutate({}, { onSuccess: () => showToast(text.deleted) })
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
      {error ? <Refused error={error} /> : null}
    </div>
  )
}

/** When the first wallet may create codes, unless one may already. */
function trustedFrom(wallets: Wallet[] = []): string | undefined {
  const times = wallets.map(({ trustedAt }) => trustedAt)
  return times.includes(null) ? undefined : (times.sort()[0] ?? undefined)
}

type CodesProps = {
  busy: boolean
  /** Codes cannot be created earlier. */
  availableFrom: string | undefined
  onCreate: () => void
}

function NoCodes({ busy, availableFrom, onCreate }: CodesProps) {
  const create = (
    <Button look="primary" aria-disabled={busy || undefined} onClick={busy ? undefined : onCreate}>
      {text.create}
    </Button>
  )
  return (
    <EmptyState icon={KeyRound} title={text.none} action={availableFrom ? null : create}>
      {text.noneBody}
      {availableFrom ? (
        <>
          {' '}
          {text.tooNew} <When at={availableFrom} exact />.
        </>
      ) : null}
    </EmptyState>
  )
}

function CodesLeft({ left, busy, availableFrom, onCreate, onDrop }: CodesProps & { left: number; onDrop: () => void }) {
  const [asking, setAsking] = useState<'replace' | 'drop'>()
  const dialog = (run: () => void) => ({
    cancelLabel: account.cancel,
    onClose: () => setAsking(undefined),
    onConfirm() {
      setAsking(undefined)
      run()
    },
  })
  return (
    <SettingsSheet
      title={text.left(left)}
      body={text.leftBody}
      actions={
        <>
          {availableFrom ? null : (
            <Button aria-disabled={busy || undefined} onClick={() => setAsking('replace')}>
              {text.replace}
            </Button>
          )}
          <Button look="danger" aria-disabled={busy || undefined} onClick={() => setAsking('drop')}>
            {text.delete}
          </Button>
        </>
      }
    >
      {asking === 'replace' ? (
        <ConfirmDialog {...dialog(onCreate)} title={text.replaceTitle} confirmLabel={text.replace}>
          <p>{text.replaceBody}</p>
        </ConfirmDialog>
      ) : null}
      {asking === 'drop' ? (
        <ConfirmDialog {...dialog(onDrop)} title={text.deleteTitle} confirmLabel={text.delete}>
          <p>{text.deleteBody}</p>
        </ConfirmDialog>
      ) : null}
    </SettingsSheet>
  )
}
