import type { BodyOf } from '@countersign/contract/route.ts'
import { answerInteraction, getInteraction } from '@countersign/contract/routes/interaction.ts'
import { useEffect } from 'react'
import { callRoute } from '../../api/call.ts'
import { useLookup } from '../../components/use-lookup.ts'

/** An app's request; read again for every session, because it contains the claims of the person. */
export function useInteraction(id: string, sessionId = '') {
  const { lookup, retry } = useLookup(getInteraction, { params: { id } }, sessionId)
  useEffect(() => {
    // Restored from the back-forward cache: the request may be answered by now.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && retry()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [retry])
  return { lookup, retry }
}

export type Decision = BodyOf<typeof answerInteraction>['decision']

/** Sends the decision and follows the redirect by script, because the form-action policy blocks other origins. */
export async function sendDecision(id: string, answer: BodyOf<typeof answerInteraction>): Promise<void> {
  const { redirectTo } = await callRoute(answerInteraction, answer, { params: { id } })
  location.assign(redirectTo)
}
