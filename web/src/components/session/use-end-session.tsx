import type { Route } from '@countersign/contract/route.ts'
import type { endAnySession, endOwnSession, SessionItem } from '@countersign/contract/routes/session.ts'
import { type ReactNode, useState } from 'react'
import { ActionDialog } from '../form/action-dialog.tsx'

type Ended = Pick<SessionItem, 'id' | 'device' | 'near'>
type EndSessionWords = {
  endTitle: string
  endBody: (device: string, near: string) => string
  endConfirm: string
  ended: string
}
type EndSession = { ask: (session: Ended) => void; confirmation: ReactNode }

/** Ends a session of another device, after a confirmation: it cannot be undone from here. */
export function useEndSession(
  route: typeof endOwnSession | typeof endAnySession,
  refreshes: Route[],
  text: EndSessionWords,
): EndSession {
  const [session, ask] = useState<Ended>()
  const confirmation = session ? (
    <ActionDialog
      title={text.endTitle}
      confirmLabel={text.endConfirm}
      route={route}
      call={{ params: { id: session.id } }}
      refreshes={refreshes}
      done={text.ended}
      onClose={() => ask(undefined)}
    >
      <p>{text.endBody(session.device, session.near)}</p>
    </ActionDialog>
  ) : null
  return { ask, confirmation }
}
