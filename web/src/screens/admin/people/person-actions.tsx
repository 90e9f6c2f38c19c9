import { mayDo } from '@countersign/contract/permission.ts'
import type { PersonDetails } from '@countersign/contract/routes/admin/people.ts'
import { useState } from 'react'
import { type Rights, rightsOver } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { admin } from '../../../words/admin.ts'
import {
  DeleteDialog,
  RenameDialog,
  RestoreDialog,
  RoleDialog,
  SignOutDialog,
  SuspendDialog,
} from './person-dialogs.tsx'
import { RecoveryLinkDialog } from './recovery-link-dialog.tsx'

const { person: words } = admin

type Act = 'rename' | 'role' | 'signOut' | 'link' | 'suspend' | 'restore' | 'remove'

/** Everything the viewer may do to this person; what they may not is not there. */
export function PersonActs({ details }: { details: PersonDetails }) {
  const { me } = useAccount()
  const [open, setOpen] = useState<Act>()
  const rights = rightsOver(me, details.person)
  const acts = offered(rights)
  const why = me.id === details.person.id ? words.you : words.tooHigh
  const told = acts.length === 0 && mayDo(me.role, 'people.write') && details.person.status !== 'deleted'
  return (
    <>
      {acts.length > 0 ? (
        <section className="stack stack-close">
          <h2>{words.acts}</h2>
          <div className="row">
            {acts.map(([act, label]) => (
              <Button
                key={act}
                look={act === 'suspend' || act === 'remove' ? 'danger' : 'plain'}
                onClick={() => setOpen(act)}
              >
                {label}
              </Button>
            ))}
          </div>
        </section>
      ) : null}
      {told ? <p className="soft">{why}</p> : null}
      <OpenDialog act={open} details={details} roles={rights.roles} onClose={() => setOpen(undefined)} />
    </>
  )
}

function offered(rights: Rights): [Act, string][] {
  const acts: [Act, string, boolean][] = [
    ['rename', words.rename, rights.rename],
    ['role', words.changeRole, rights.roles.length > 0],
    ['signOut', words.signOut, rights.signOut],
    ['link', words.link, rights.recover],
    ['restore', words.restore, rights.restore],
    ['suspend', words.suspend, rights.suspend],
    ['remove', words.remove, rights.remove],
  ]
  return acts.flatMap(([act, label, may]) => (may ? [[act, label] satisfies [Act, string]] : []))
}

type OpenProps = { act: Act | undefined; details: PersonDetails; roles: Rights['roles']; onClose: () => void }

function OpenDialog({ act, roles, ...dialog }: OpenProps) {
  switch (act) {
    case 'rename':
      return <RenameDialog {...dialog} />
    case 'role':
      return <RoleDialog roles={roles} {...dialog} />
    case 'signOut':
      return <SignOutDialog {...dialog} />
    case 'link':
      return <RecoveryLinkDialog {...dialog} />
    case 'suspend':
      return <SuspendDialog {...dialog} />
    case 'restore':
      return <RestoreDialog {...dialog} />
    case 'remove':
      return <DeleteDialog {...dialog} />
    case undefined:
      return null
  }
}
