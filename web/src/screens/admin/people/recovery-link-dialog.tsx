import { createRecoveryLink, getPerson } from '@countersign/contract/routes/admin/people.ts'
import { useAct } from '../../../components/account-data.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { failureText } from '../../../components/form/failure-text.ts'
import { PersonFacts } from '../../../components/person/person-facts.tsx'
import { When } from '../../../components/when.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { account } from '../../../words/account.ts'
import { admin } from '../../../words/admin.ts'
import type { DialogProps } from './person-dialogs.tsx'

const { person: words } = admin

export function RecoveryLinkDialog({ details, onClose }: DialogProps) {
  const make = useAct(createRecoveryLink, { refreshes: [getPerson] })
  if (make.data) {
    const { url, expiresAt } = make.data
    return (
      <ShownOnce title={words.linkMade} secret={url} copy={words.copyLink} copied={words.linkCopied} onClose={onClose}>
        <p>
          {words.linkOnce} <When at={expiresAt} exact />.
        </p>
      </ShownOnce>
    )
  }
  return (
    <ConfirmDialog
      title={words.linkTitle}
      act={words.link}
      look="primary"
      cancel={account.cancel}
      busy={make.isPending}
      refusal={failureText(make.error)}
      onAct={() => make.mutate({ params: { id: details.person.id } })}
      onClose={onClose}
    >
      <PersonFacts person={details.person} />
      <p>{words.linkBody}</p>
    </ConfirmDialog>
  )
}
