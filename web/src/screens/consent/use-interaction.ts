import { getInteraction } from '@countersign/contract/routes/interaction.ts'
import { useEffect } from 'react'
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
