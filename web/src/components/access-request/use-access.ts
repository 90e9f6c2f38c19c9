import type { RequestNote } from '@countersign/contract/errors.ts'
import { getAccess, requestAccess } from '@countersign/contract/routes/access-request.ts'
import { callRoute } from '../../api/call.ts'
import { useLookup } from '../use-lookup.ts'

/** An app by its client ID, or a protected host by its name. */
type Target = { clientId: string } | { host: string }

/** Whether the person has access, and the state of their access request. */
export function useAccess(target: Target) {
  const { lookup, retry } = useLookup(getAccess, { query: target })
  const ask = (message: string | undefined): Promise<RequestNote> => callRoute(requestAccess, { ...target, message })
  return { lookup, retry, ask }
}
