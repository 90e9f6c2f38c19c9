import type { AnswerOf } from '@countersign/contract/route.ts'
import { getSignOutRequest, leaveToApp } from '@countersign/contract/routes/sign-out.ts'
import { useEffect, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { useQuery } from '../../page/history.tsx'

export type AskingApp = AnswerOf<typeof getSignOutRequest>['app']

/** The app that asks for the sign-out. None where nobody asks, or it asked too long ago: then it is a sign-out like any other. */
export function useSignOutRequest(): AskingApp | undefined {
  const id = useQuery('request')
  const [app, setApp] = useState<AskingApp>()
  useEffect(() => {
    if (id === undefined) return
    const abort = new AbortController()
    callRoute(getSignOutRequest, undefined, { params: { id }, signal: abort.signal }).then(
      (answer) => setApp(answer.app),
      () => undefined,
    )
    return () => abort.abort()
  }, [id])
  return app
}

/** Leads back to the app that asked, once somebody is signed out; true while it does. */
export function useReturnToApp(): boolean {
  const id = useQuery('request')
  const [leaving, setLeaving] = useState(id !== undefined)
  useEffect(() => {
    if (id === undefined) return
    callRoute(leaveToApp, undefined, { params: { id } }).then(
      ({ redirectTo }) => location.replace(redirectTo),
      () => setLeaving(false),
    )
  }, [id])
  return leaving
}
