import { endOtherSessions, listSessions } from '@countersign/contract/routes/session.ts'
import { useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { sessions as text } from '../../../words/own.ts'

export function EndOthers({ count }: { count: number }) {
  const [asking, setAsking] = useState(false)
  const end = useAct(endOtherSessions, { refreshes: [listSessions] })
  const run = () => {
    setAsking(false)
    end.mutateAsync({}).then(
      ({ ended }) => showToast(text.othersEnded(ended)),
      () => undefined, // it stands beneath the button
    )
  }
  return (
    <div className="stack">
      <div className="actions calm">
        <Button look="danger" aria-disabled={end.isPending || undefined} onClick={() => setAsking(true)}>
          {text.endOthers}
        </Button>
      </div>
      {end.error ? <Refused error={end.error} /> : null}
      {asking ? (
        <ConfirmDialog
          title={text.endOthersTitle}
          act={text.endOthers}
          cancel={account.cancel}
          onAct={run}
          onClose={() => setAsking(false)}
        >
          <p>{text.endOthersBody(count)}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
