import type { AnswerOf } from '@countersign/contract/route.ts'
import { getSignOutRequest, leaveToApp } from '@countersign/contract/routes/sign-out.ts'
import { useEffect, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { useLookup } from '../../components/use-lookup.ts'
import { useQuery } from '../../page/history.tsx'

export type RequestingApp = AnswerOf<typeof getSignOutRequest>['app']

/** The app that requested the sign-out, unless there is none or the request expired. */
export function useSignOutRequest(): RequestingApp | undefined {
  const id = useQuery('request')
  const { lookup } = useLookup(getSignOutRequest, id === undefined ? undefined : { params: { id } })
  return lookup.status === 'found' ? lookup.data.app : undefined
}

/** Returns to the app that requested the sign-out; true while it does. */
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
