import type { AnswerOf } from '@countersign/contract/route.ts'
import { checkAccess, getAccess, requestAccess } from '@countersign/contract/routes/access-request.ts'
import { useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { useLookup } from '../use-lookup.ts'

export type AccessTarget = { clientId: string } | { host: string }
export type Access = AnswerOf<typeof checkAccess>

export function useAccess(target: AccessTarget) {
  const { lookup, retry } = useLookup(getAccess, { query: target })
  const [checked, setChecked] = useState<Access>()
  const request = (message: string | undefined) => callRoute(requestAccess, { ...target, message })
  const check = async () => {
    const answer = await callRoute(checkAccess, target)
    setChecked(answer)
    return answer
  }
  const current = checked && lookup.status === 'found' ? { ...lookup, data: checked } : lookup
  return { lookup: current, retry, request, check }
}
