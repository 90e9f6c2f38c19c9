import { endPersonGrant, getApp, listAppPeople, listApps } from '@countersign/contract/routes/admin/app.ts'
import { getPerson } from '@countersign/contract/routes/admin/people.ts'
import { admin } from '../../words/admin/admin.ts'
import { ActionDialog } from '../form/action-dialog.tsx'

const { grants: words } = admin

type EndGrantDialogProps = {
  grantId: string
  person: { id: string; name: string }
  app: string
  onClose: () => void
}

export function EndGrantDialog({ grantId, person, app, onClose }: EndGrantDialogProps) {
  return (
    <ActionDialog
      title={words.endTitle(app, person.name)}
      confirmLabel={words.end}
      route={endPersonGrant}
      call={{ params: { id: person.id, grantId } }}
      refreshes={[getPerson, listAppPeople, getApp, listApps]}
      done={words.ended}
      onClose={onClose}
    >
      <p>{words.endBody}</p>
    </ActionDialog>
  )
}
