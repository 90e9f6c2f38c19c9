import type { PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { useState } from 'react'
import { DangerZone } from '../../../components/item/danger-zone.tsx'
import { personRights, type Rights } from '../../../components/person/person-rights.ts'
import { useAccount, useMay } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { admin } from '../../../words/admin/admin.ts'
import {
  CancelDeletionDialog,
  DeleteDialog,
  RecoveryLinkDialog,
  RenameDialog,
  RestoreDialog,
  RoleDialog,
  SignOutDialog,
  SuspendDialog,
} from './person-dialogs.tsx'

const { person: words } = admin

const DIALOGS = {
  rename: RenameDialog,
  role: RoleDialog,
  signOut: SignOutDialog,
  link: RecoveryLinkDialog,
  restore: RestoreDialog,
  suspend: SuspendDialog,
  keep: CancelDeletionDialog,
}
type Action = keyof typeof DIALOGS

export function PersonActions({ details }: { details: PersonDetails }) {
  const { me } = useAccount()
  const [open, setOpen] = useState<Action>()
  const mayExplain = useMay('people.write')
  const rights = personRights(me, details.person, details)
  const actions = actionsFor(rights)
  if (actions.length === 0) {
    const isExplained = mayExplain && !rights.remove && details.person.status !== 'deleted'
    return isExplained ? <p className="soft">{me.id === details.person.id ? words.you : words.tooHigh}</p> : null
  }
  const Dialog = open && DIALOGS[open]
  return (
    <>
      <section className="stack stack-close">
        <h2>{admin.actions}</h2>
        <div className="row">
          {actions.map(([action, label]) => (
            <Button key={action} onClick={() => setOpen(action)}>
              {label}
            </Button>
          ))}
        </div>
      </section>
      {Dialog ? <Dialog details={details} roles={rights.roles} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

export function PersonRemoval({ details }: { details: PersonDetails }) {
  const { me } = useAccount()
  if (!personRights(me, details.person, details).remove) return null
  return <DangerZone remove={words.remove} dialog={(onClose) => <DeleteDialog details={details} onClose={onClose} />} />
}

function actionsFor(rights: Rights): [Action, string][] {
  const actions: [Action, string, boolean][] = [
    ['rename', words.rename, rights.rename],
    ['role', words.changeRole, rights.roles.length > 0],
    ['signOut', words.signOut, rights.signOut],
    ['link', words.link, rights.recover],
    ['restore', words.restore, rights.restore],
    ['suspend', words.suspend, rights.suspend],
    ['keep', words.keep, rights.keep],
  ]
  return actions.flatMap(([action, label, may]) => (may ? [[action, label]] : []))
}
