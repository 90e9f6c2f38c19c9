import { getApp, listApps } from '@countersign/contract/routes/admin/app.ts'
import { endPersonGrant, listAppPeople } from '@countersign/contract/routes/admin/app-use.ts'
import { getPerson } from '@countersign/contract/routes/admin/people.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { account } from '../../words/account.ts'
import { admin } from '../../words/admin.ts'
import { useAct } from '../account-data.tsx'
import { refusalText } from './refusal-text.ts'

const { grants: words } = admin

export type Ending = { grantId: string; person: { id: string; name: string }; app: string }

/** Ends what one person allowed one app. */
export function EndGrantDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { grantId, person, app } = ending
  const end = useAct(endPersonGrant, { refreshes: [getPerson, listAppPeople, getApp, listApps] })
  const done = () => {
    onClose()
    showToast(words.ended)
  }
  return (
    <ConfirmDialog
      title={words.endTitle(app, person.name)}
      act={words.end}
      cancel={account.cancel}
      busy={end.isPending}
      refusal={refusalText(end.error)}
      onAct={() => end.mutate({ params: { id: person.id, grantId } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{words.endBody}</p>
    </ConfirmDialog>
  )
}
