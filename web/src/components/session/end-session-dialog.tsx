import type { Route } from '@countersign/contract/route.ts'
import type { endAnySession, endOwnSession, SessionItem } from '@countersign/contract/routes/session.ts'
import { ActionDialog } from '../form/action-dialog.tsx'

type EndSessionDialogProps = {
  session: Pick<SessionItem, 'id' | 'device' | 'maskedIp'>
  route: typeof endOwnSession | typeof endAnySession
  refreshes: Route[]
  words: { endTitle: string; endBody: (device: string, ip: string) => string; endConfirm: string; ended: string }
  onClose: () => void
}

/** Ends a session of another device, which cannot be undone from here. */
export function EndSessionDialog({ session, words, ...rest }: EndSessionDialogProps) {
  return (
    <ActionDialog
      title={words.endTitle}
      confirmLabel={words.endConfirm}
      call={{ params: { id: session.id } }}
      done={words.ended}
      {...rest}
    >
      <p>{words.endBody(session.device, session.maskedIp)}</p>
    </ActionDialog>
  )
}
