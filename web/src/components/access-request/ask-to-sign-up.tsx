import { requestSignUp } from '@countersign/contract/routes/access-request.ts'
import { callRoute } from '../../api/call.ts'
import type { Problem } from '../../sign-in/problem.ts'
import { AskForAccess } from './ask-for-access.tsx'

/** Requests an account with the proof of the refused sign-in. */
export function AskToSignUp({ signUp: { proof, request } }: { signUp: NonNullable<Problem['signUp']> }) {
  return <AskForAccess request={request} onAsk={(message) => callRoute(requestSignUp, { proof, message })} />
}
