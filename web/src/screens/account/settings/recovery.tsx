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
import { settings } from '../../../words/own.ts'
import { NewCodes } from './new-codes.tsx'
import './settings.css'

const { recovery: text } = settings
const CRUMBS = [{ label: settings.title, to: '/settings' }]

export function RecoveryScreen() {
  const profile = useAnswer(getProfile)
  const create = useAct(createRecoveryCodes, { refreshes: [getProfile] })
  const drop = useAct(dropRecoveryCodes, { refreshes: [getProfile] })
  const wallets = useAnswer(listWallets).data?.items
  const [codes, setCodes] = useState<string[]>()
  const make = () => {
    drop.reset()
    create.mutateAsync({}).then(
      (made) => {
        setCodes(made.codes)
        create.reset() // the codes are shown once and kept nowhere
      },
      () => undefined, // it stands beneath the buttons
    )
  }
  const throwAway = () => {
    create.reset()
    drop.mutateAsync({}).then(
      () => showToast(text.dropped),
      () => undefined, // the same
    )
  }
  if (codes) return <NewCodes codes={codes} crumbs={CRUMBS} onDone={() => setCodes(undefined)} />
  const error = create.error ?? drop.error
  const from = trustedFrom(wallets)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} crumbs={CRUMBS} />
      <Loaded answer={profile}>
        {({ recoveryCodesLeft }) => (
          <Standing
            left={recoveryCodesLeft}
            busy={create.isPending || drop.isPending}
            from={from}
            onMake={make}
            onThrowAway={throwAway}
          />
        )}
      </Loaded>
      {error ? <Refused error={error} /> : null}
    </div>
  )
}

/** When the first of them may make codes, as long as none may yet. */
function trustedFrom(wallets: Wallet[] = []): string | undefined {
  const times = wallets.map(({ trustedAt }) => trustedAt)
  return times.includes(null) ? undefined : (times.sort()[0] ?? undefined)
}

type StandingProps = {
  left: number
  busy: boolean
  /** Not before this. */
  from: string | undefined
  onMake: () => void
  onThrowAway: () => void
}

function Standing({ left, busy, from, onMake, onThrowAway }: StandingProps) {
  const [asking, setAsking] = useState<'replace' | 'drop'>()
  const close = () => setAsking(undefined)
  const answer = (run: () => void) => () => {
    close()
    run()
  }
  if (left === 0) {
    return (
      <EmptyState
        icon={KeyRound}
        title={text.none}
        action={
          from ? null : (
            <Button look="primary" aria-disabled={busy || undefined} onClick={busy ? undefined : onMake}>
              {text.create}
            </Button>
          )
        }
      >
        {text.noneBody}
        {from ? (
          <>
            {' '}
            {text.tooNew} <When at={from} exact />.
          </>
        ) : null}
      </EmptyState>
    )
  }
  const dialog = { cancel: account.cancel, onClose: close }
  return (
    <section className="sheet settings-sheet">
      <h2>{text.left(left)}</h2>
      <div className="stack">
        <p className="soft">{text.leftBody}</p>
        <div className="actions calm">
          {from ? null : (
            <Button aria-disabled={busy || undefined} onClick={() => setAsking('replace')}>
              {text.replace}
            </Button>
          )}
          <Button look="danger" aria-disabled={busy || undefined} onClick={() => setAsking('drop')}>
            {text.drop}
          </Button>
        </div>
      </div>
      {asking === 'replace' ? (
        <ConfirmDialog {...dialog} title={text.replaceTitle} act={text.replace} onAct={answer(onMake)}>
          <p>{text.replaceBody}</p>
        </ConfirmDialog>
      ) : null}
      {asking === 'drop' ? (
        <ConfirmDialog {...dialog} title={text.dropTitle} act={text.drop} onAct={answer(onThrowAway)}>
          <p>{text.dropBody}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
