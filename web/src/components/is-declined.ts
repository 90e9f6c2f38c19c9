import type { Activity } from '@countersign/contract/routes/activity.ts'

/** A person said no to an app: an answer like any other, and nothing that was refused to them. */
export function isDeclined({ kind, data }: Pick<Activity, 'kind' | 'data'>): boolean {
  return kind === 'oidc.refused' && data.reason === 'user_declined'
}
