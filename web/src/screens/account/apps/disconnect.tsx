import { endGrant, listGrants } from '@countersign/contract/routes/grant.ts'
import { useAct } from '../../../components/account-data.tsx'
import { refusalWords } from '../../../components/loaded.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { account } from '../../../words/account.ts'
import { apps as text } from '../../../words/account-apps.ts'

type DisconnectProps = { id: string; name: string; onEnded?: () => void; onClose: () => void }

export function Disconnect({ id, name, onEnded, onClose }: DisconnectProps) {
  const end = useAct(endGrant, { refreshes: [listGrants], toast: text.disconnected })
  // Not a callback of `mutate`, which is dropped when the refreshed list unmounts the dialog.
  const run = () => end.mutateAsync({ params: { id } }).then(onEnded, () => undefined)
  return (
    <ConfirmDialog
      title={text.confirmTitle(name)}
      confirmLabel={text.disconnect}
      cancelLabel={account.cancel}
      busy={end.isPending}
      error={end.error ? refusalWords(end.error).body : undefined}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi> {text.confirm}
      </p>
      <p>{text.confirmAgain}</p>
    </ConfirmDialog>
  )
}
