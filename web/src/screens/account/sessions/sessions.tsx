import { endOtherSessions, listSessions, type SessionItem } from '@countersign/contract/routes/session.ts'
import { useState } from 'react'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { ErrorNotice, Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { account } from '../../../words/account/account.ts'
import { sessions as text } from '../../../words/account/sessions.ts'
import { Devices } from './devices.tsx'
import { SessionRow } from './session-row.tsx'
import './sessions.css'

export function SessionsScreen() {
  const answer = useRouteQuery(listSessions)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} />
      <Loaded answer={answer} lines={6}>
        {({ items }) => <SessionList sessions={items} />}
      </Loaded>
      <Devices />
    </div>
  )
}

function SessionList({ sessions }: { sessions: SessionItem[] }) {
  const others = sessions.filter(({ current }) => !current)
  return (
    <>
      <ul className="stack stack-medium" aria-label={text.listLabel}>
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
      {others.length > 0 ? <EndOthers count={others.length} /> : <p className="soft">{text.only}</p>}
    </>
  )
}

function EndOthers({ count }: { count: number }) {
  const [confirming, setConfirming] = useState(false)
  const end = useRouteMutation(endOtherSessions, { refreshes: [listSessions] })
  const run = () => {
    setConfirming(false)
    // `mutate` drops its callbacks when the refreshed list unmounts this button.
    end.mutateAsync({}).then(
      ({ ended }) => showToast(text.othersEnded(ended)),
      () => undefined,
    )
  }
  return (
    <div className="stack">
      <div className="actions calm">
        <Button look="danger" busy={end.isPending} onClick={() => setConfirming(true)}>
          {text.endOthers}
        </Button>
      </div>
      {end.error ? <ErrorNotice error={end.error} /> : null}
      {confirming ? (
        <ConfirmDialog
          title={text.endOthersTitle}
          confirmLabel={text.endOthers}
          cancelLabel={account.cancel}
          onConfirm={run}
          onClose={() => setConfirming(false)}
        >
          <p>{text.endOthersBody(count)}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
