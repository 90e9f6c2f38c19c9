import { AppError } from '@countersign/contract/errors.ts'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import { admin } from '../words/admin.ts'

/** Somebody else was quicker: what is there now, beside what was entered, which stays. */
export function ChangedMeanwhile({ error, children }: { error: unknown; children: ReactNode }) {
  if (!isConflict(error)) return null
  return (
    <div role="alert">
      <Notice tone="warn">
        <p>{admin.changed}</p>
        <p>
          {admin.changedNow} {children}
        </p>
      </Notice>
    </div>
  )
}

export function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.code === 'version_conflict'
}
