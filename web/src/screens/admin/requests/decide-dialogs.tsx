import { ACCEPTED_SIGN_UP_MS, REQUEST_REPEAT_MS } from '@countersign/contract/limits/access-request-limits.ts'
import {
  type AccessRequest,
  acceptAccessRequest,
  declineAccessRequest,
  listAccessRequests,
} from '@countersign/contract/routes/access-request.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { listInvites } from '@countersign/contract/routes/admin/invite.ts'
import { getPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import { useState } from 'react'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { requests as words } from '../../../words/admin.ts'

type DialogProps = { request: AccessRequest; onClose: () => void }

const DAY_MS = 86_400_000

export function AcceptDialog({ request, onClose }: DialogProps) {
  const { id, groups } = request
  const [groupId, setGroupId] = useState(groups[0]?.id)
  return (
    <ActionDialog
      title={words.acceptTitle}
      act={words.accept}
      look="primary"
      route={acceptAccessRequest}
      call={{ params: { id }, body: groupId === undefined ? {} : { groupId } }}
      refreshes={[listAccessRequests, listInvites, listGroups, listPeople, getPerson]}
      done={words.accepted}
      onClose={onClose}
    >
      <Result request={request} groupId={groupId} onChoose={setGroupId} />
    </ActionDialog>
  )
}

type ResultProps = { request: AccessRequest; groupId: string | undefined; onChoose: (id: string) => void }

/** The result of accepting, with a choice of groups. */
function Result({ request: { for: object, groups }, groupId, onChoose }: ResultProps) {
  if (object.kind === 'site') return <p>{words.signUpBody(ACCEPTED_SIGN_UP_MS / DAY_MS)}</p>
  if (groupId === undefined) return <p>{words.noGroups}</p>
  return (
    <>
      <p>{words.groupBody}</p>
      <Select
        label={words.group}
        value={groupId}
        options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={onChoose}
      />
    </>
  )
}

export function DeclineDialog({ request, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={words.declineTitle}
      act={words.decline}
      route={declineAccessRequest}
      call={{ params: { id: request.id } }}
      refreshes={[listAccessRequests]}
      done={words.declined}
      onClose={onClose}
    >
      <p>{words.declineBody(REQUEST_REPEAT_MS / DAY_MS)}</p>
    </ActionDialog>
  )
}
