import type { ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { form as words } from '../words/account/account.ts'

type ConflictNoticeProps = {
  form: { conflict: boolean; discard?: () => void }
  children: ReactNode
}

/** After a version conflict: the input is kept, and overwrites the saved values or is discarded. */
export function ConflictNotice({ form: { conflict, discard }, children }: ConflictNoticeProps) {
  if (!conflict) return null
  const load = discard ? <Button onClick={discard}>{words.loadCurrent}</Button> : undefined
  return (
    <div role="alert">
      <Notice tone="warn" actions={load}>
        <p>{words.changed}</p>
        <p>
          {words.current} {children}
        </p>
        <p>{words.overwrite}</p>
      </Notice>
    </div>
  )
}
