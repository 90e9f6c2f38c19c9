import type { Page } from '../../session/page.ts'
import type { SessionStatus } from '../../session/session.ts'
import { createStore } from '../../ui/store.ts'
import type { Wallets } from '../../wallet/wallets.ts'

/** What follows the end of the session. */
export type Afterwards = (wallets: Wallets) => Promise<void>

type Progress =
  | { status: 'idle' }
  | { status: 'busy'; session: string | undefined }
  | { status: 'failed'; session: string | undefined; error: unknown; afterwards: Afterwards }

const idle: Progress = { status: 'idle' }

/** One at a time in the document: the menu, the navigation and pages show the same progress. */
export const signOutProgress = createStore<Progress>(idle)

/** The progress for this session: a sign-out whose answer was lost says nothing about the next one. */
export function progressOf(progress: Progress, session: SessionStatus): Progress {
  return progress.status === 'idle' || progress.session === idOf(session) ? progress : idle
}

/** Ends the session, unless that is in progress. True once it has ended. */
export async function endSession({ session }: Pick<Page, 'session'>, afterwards: Afterwards): Promise<boolean> {
  const status = session.getSession()
  if (progressOf(signOutProgress.get(), status).status === 'busy') return false
  const busy: Progress = { status: 'busy', session: idOf(status) }
  const finish = (progress: Progress) => {
    if (signOutProgress.get() === busy) signOutProgress.set(progress)
  }
  signOutProgress.set(busy)
  try {
    await session.signOut()
  } catch (error) {
    finish({ ...busy, status: 'failed', error, afterwards })
    return false
  }
  finish(idle)
  return true
}

function idOf(session: SessionStatus): string | undefined {
  return session.status === 'signed-in' ? session.state.session.id : undefined
}
