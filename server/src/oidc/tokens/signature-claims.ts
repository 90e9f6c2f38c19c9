import { STEP_UP_NOW_MS } from '@countersign/contract/limits.ts'
import { ACR_FRESH, ACR_WALLET, AMR } from '@countersign/contract/scope.ts'
import type { SessionRecord } from '../../session/session-record.ts'

/** When and how the person last signed with their wallet in this session. */
export function authenticationOf({ createdAt, signedAt }: SessionRecord, now: number) {
  const at = Math.max(createdAt, signedAt ?? 0)
  return { loginTs: Math.floor(at / 1000), amr: [...AMR], acr: now - at <= STEP_UP_NOW_MS ? ACR_FRESH : ACR_WALLET }
}
