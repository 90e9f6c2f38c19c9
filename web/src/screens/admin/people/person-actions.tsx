import type { Role } from '@countersign/contract/permission.ts'
import type { PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { type ComponentType, useState } from 'react'
import { DangerZone } from '../../../components/item/danger-zone.tsx'
import { personRights, type Rights } from '../../../components/person/person-rights.ts'
import { useAccount, useMay } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { admin, person as words } from '../../../words/admin/admin.ts'
import * as dialogs from './person-dialogs.tsx'

type Action = {
  label: string
  may: (rights: Rights) => boolean
  Dialog: ComponentType<{ details: PersonDetails; roles: Role[]; onClose: () => void }>
}

const ACTIONS: Action[] = [
  { label: words.rename, may: ({ rename }) => rename, Dialog: dialogs.RenameDialog },
  { label: words.changeRole, may: ({ roles }) => roles.length > 0, Dialog: dialogs.RoleDialog },
  { label: words.signOut, may: ({ signOut }) => signOut, Dialog: dialogs.SignOutDialog },
  { label: words.link, may: ({ recover }) => recover, Dialog: dialogs.RecoveryLinkDialog },
  { label: words.restore, may: ({ restore }) => restore, Dialog: dialogs.RestoreDialog },
  { label: words.suspend, may: ({ suspend }) => suspend, Dialog: dialogs.SuspendDialog },
  { label: words.keep, may: ({ keep }) => keep, Dialog: dialogs.CancelDeletionDialog },
]

export function PersonActions({ details }: { details: PersonDetails }) {
  const { me } = useAccount()
  const [open, setOpen] = useState<Action>()
  const mayExplain = useMay('people.write')
  const rights = personRights(me, details.person, details)
  const actions = ACTIONS.filter(({ may }) => may(rights))
  if (actions.length === 0) {
    const isExplained = mayExplain && !rights.remove && details.person.status !== 'deleted'
    return isExplained ? <p className="soft">{me.id === details.person.id ? words.you : words.tooHigh}</p> : null
  }
  return (
    <>
      <section className="stack stack-close">
        <h2>{admin.actions}</h2>
        <div className="row">
          {actions.map((action) => (
            <Button key={action.label} onClick={() => setOpen(action)}>
              {action.label}
            </Button>
          ))}
        </div>
      </section>
      {open ? <open.Dialog details={details} roles={rights.roles} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

export function PersonRemoval({ details }: { details: PersonDetails }) {
  const { me } = useAccount()
  if (!personRights(me, details.person, details).remove) return null
  return (
    <DangerZone
      remove={words.remove}
      dialog={(onClose) => <dialogs.DeleteDialog details={details} onClose={onClose} />}
    />
  )
}
