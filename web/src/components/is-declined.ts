import type { Activity } from '@countersign/contract/routes/activity.ts'

/** The person declined an app's request; nothing was refused to them. */
export function isDeclined({ kind, data }: Pick<Activity, 'kind' | 'data'>): boolean {
  return kind === 'oidc.refused' && data.reason === 'user_declined'
}
