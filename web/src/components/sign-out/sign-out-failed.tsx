import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Alert } from '../../ui/feedback/notice.tsx'
import { account } from '../../words/account/account.ts'
import { failureText } from '../loaded.tsx'
import { useSignOut } from './use-sign-out.ts'

/** A dialog, because the person may be about to leave the device. */
export function SignOutFailed() {
  const { error, retry, dismiss } = useSignOut()
  if (error === undefined) return null
  return (
    <Dialog
      title={account.stillSignedIn}
      onClose={dismiss}
      actions={
        <>
          <Button look="primary" data-focus onClick={() => void retry()}>
            {account.tryAgain}
          </Button>
          <Button onClick={dismiss}>{account.cancel}</Button>
        </>
      }
    >
      <Alert>{failureText(error)}</Alert>
    </Dialog>
  )
}
