import type { AnswerOf } from '@countersign/contract/route.ts'
import { getProfile } from '@countersign/contract/routes/person.ts'
import { createRecoveryCodes, dropRecoveryCodes } from '@countersign/contract/routes/recovery.ts'
import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { KeyRound } from 'lucide'
import { useState } from 'react'
import { useAction, useRouteQuery } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { ErrorNotice, Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { settings, recovery as text } from '../../../words/account/settings.ts'
import { NewCodes } from './new-codes.tsx'
import { SettingsSheet } from './settings-sheet.tsx'

const CRUMBS = [{ label: settings.title, to: '/settings' }]

export function RecoveryScreen() {
  const profile = useRouteQuery(getProfile)
  const availableFrom = trustedFrom(useRouteQuery(listWallets).data?.items)
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <NewCodes codes={codes} crumbs={CRUMBS} onDone={() => setCodes(undefined)} />
  const creation: CreationProps = { availableFrom, onCreated: (created) => setCodes(created.codes) }
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} crumbs={CRUMBS} />
      <Loaded answer={profile}>
        {({ recoveryCodesLeft: left }) =>
          left === 0 ? <NoCodes {...creation} /> : <CodesLeft left={left} {...creation} />
        }
      </Loaded>
    </div>
  )
}

/** The time from which a wallet may create codes, unless one may already. */
function trustedFrom(wallets: Wallet[] = []): string | undefined {
  const times = wallets.map(({ trustedAt }) => trustedAt)
  return times.includes(null) ? undefined : (times.sort()[0] ?? undefined)
}

type CreationProps = {
  availableFrom: string | undefined
  onCreated: (created: AnswerOf<typeof createRecoveryCodes>) => void
}

function NoCodes({ availableFrom, onCreated }: CreationProps) {
  const { run, isPending, error } = useAction(createRecoveryCodes, { refreshes: [getProfile] })
  const create = (
    <Button look="primary" busy={isPending} onClick={() => run({}, onCreated)}>
      {text.create}
    </Button>
  )
  return (
    <>
      <EmptyState icon={KeyRound} title={text.none} action={availableFrom ? null : create}>
        {text.noneBody}
        {availableFrom ? (
          <>
            {' '}
            {text.tooNew} <Timestamp at={availableFrom} exact />.
          </>
        ) : null}
      </EmptyState>
      {error ? <ErrorNotice error={error} /> : null}
    </>
  )
}

function CodesLeft({ left, availableFrom, onCreated }: CreationProps & { left: number }) {
  return (
    <SettingsSheet
      title={text.left(left)}
      body={text.leftBody}
      actions={
        <>
          {availableFrom ? null : (
            <DialogButton
              dialog={(onClose) => (
                <ActionDialog
                  title={text.replaceTitle}
                  confirmLabel={text.replace}
                  route={createRecoveryCodes}
                  call={{}}
                  refreshes={[getProfile]}
                  onDone={onCreated}
                  onClose={onClose}
                >
                  <p>{text.replaceBody}</p>
                </ActionDialog>
              )}
            >
              {text.replace}
            </DialogButton>
          )}
          <DialogButton
            look="danger"
            dialog={(onClose) => (
              <ActionDialog
                title={text.deleteTitle}
                confirmLabel={text.delete}
                route={dropRecoveryCodes}
                call={{}}
                refreshes={[getProfile]}
                done={text.deleted}
                onClose={onClose}
              >
                <p>{text.deleteBody}</p>
              </ActionDialog>
            )}
          >
            {text.delete}
          </DialogButton>
        </>
      }
    />
  )
}
