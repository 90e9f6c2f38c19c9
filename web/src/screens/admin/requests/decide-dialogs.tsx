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
import { useAct } from '../../../components/account-data.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { requests as words } from '../../../words/admin.ts'

type DialogProps = { request: AccessRequest; onClose: () => void }

const DAY = 86_400_000

export function AcceptDialog({ request, onClose }: DialogProps) {
  const { id, groups } = request
  const [groupId, setGroupId] = useState(groups[0]?.id)
  const accept = useAct(acceptAccessRequest, {
    refreshes: [listAccessRequests, listInvites, listGroups, listPeople, getPerson],
  })
  const done = () => {
    onClose()
    showToast(words.accepted)
  }
  return (
    <ConfirmDialog
      title={words.acceptTitle}
      act={words.accept}
      look="primary"
      cancel={account.cancel}
      busy={accept.isPending}
      refusal={refusalText(accept.error)}
      onAct={() =>
        accept.mutate({ params: { id }, body: groupId === undefined ? {} : { groupId } }, { onSuccess: done })
      }
      onClose={onClose}
    >
      <Given request={request} groupId={groupId} onChoose={setGroupId} />
    </ConfirmDialog>
  )
}

type GivenProps = { request: AccessRequest; groupId: string | undefined; onChoose: (id: string) => void }

/** What accepting gives, and the choice where there are several groups. */
function Given({ request: { for: object, groups }, groupId, onChoose }: GivenProps) {
  if (object.kind === 'site') return <p>{words.signUpBody(ACCEPTED_SIGN_UP_MS / DAY)}</p>
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
  const decline = useAct(declineAccessRequest, { refreshes: [listAccessRequests] })
  const done = () => {
    onClose()
    showToast(words.declined)
  }
  return (
    <ConfirmDialog
      title={words.declineTitle}
      act={words.decline}
      cancel={account.cancel}
      busy={decline.isPending}
      refusal={refusalText(decline.error)}
      onAct={() => decline.mutate({ params: { id: request.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{words.declineBody(REQUEST_REPEAT_MS / DAY)}</p>
    </ConfirmDialog>
  )
}
