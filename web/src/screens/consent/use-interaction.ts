import { getInteraction, type Interaction } from '@countersign/contract/routes/interaction.ts'
import { useCallback, useEffect, useState } from 'react'
import { callRoute } from '../../api/call.ts'

export type Looked =
  | { status: 'looking' }
  | { status: 'found'; interaction: Interaction }
  | { status: 'refused'; error: unknown }

/** What an app asks for; looked at anew for everybody who signs in, since it tells what the app would get of them. */
export function useInteraction(id: string, sessionId = ''): { looked: Looked; again(): void } {
  const [looked, setLooked] = useState<Looked>({ status: 'looking' })
  const [tries, setTries] = useState(0)
  const again = useCallback(() => setTries((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try, or another person, looks again
  useEffect(() => {
    const abort = new AbortController()
    setLooked({ status: 'looking' })
    callRoute(getInteraction, undefined, { params: { id }, signal: abort.signal }).then(
      (interaction) => setLooked({ status: 'found', interaction }),
      (error: unknown) => {
        if (!abort.signal.aborted) setLooked({ status: 'refused', error })
      },
    )
    return () => abort.abort()
  }, [id, sessionId, tries])
  useEffect(() => {
    // Back from the app: what was on the screen is answered by now.
    const returned = ({ persisted }: PageTransitionEvent) => persisted && again()
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  }, [again])
  return { looked, again }
}
