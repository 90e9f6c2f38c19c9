import type { AnswerOf } from '@countersign/contract/route.ts'
import { lookUpInvite } from '@countersign/contract/routes/admin/invite.ts'
import { useEffect, useState } from 'react'
import { callRoute } from '../../api/call.ts'

export type Invitation = AnswerOf<typeof lookUpInvite>

type Looked =
  | { status: 'looking' }
  | { status: 'found'; invitation: Invitation }
  | { status: 'refused'; error: unknown; again(): void }

/** What somebody who was sent a link may know before signing in. */
export function useInvitation(token: string): Looked {
  const [looked, setLooked] = useState<Looked>({ status: 'looking' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try looks again
  useEffect(() => {
    const abort = new AbortController()
    setLooked({ status: 'looking' })
    callRoute(lookUpInvite, undefined, { query: { token }, signal: abort.signal }).then(
      (invitation) => setLooked({ status: 'found', invitation }),
      (error: unknown) => {
        if (!abort.signal.aborted) setLooked({ status: 'refused', error, again: () => setTries((count) => count + 1) })
      },
    )
    return () => abort.abort()
  }, [token, tries])
  return looked
}
