import { type ReactNode, useId } from 'react'
import { DialogButton } from '../../ui/feedback/dialog-button.tsx'
import { item as words } from '../../words/admin/item.ts'
import { NameLink } from '../admin/table.tsx'
import { ErrorNotice } from '../loaded.tsx'

/** What has to change before an item can be deleted. */
export type Use = { to: string; name: string; kind: string }

type DangerZoneProps = {
  remove: string
  dialog: (onClose: () => void) => ReactNode
  uses?: readonly Use[] | undefined
  /** While the uses are not known. */
  busy?: boolean
  error?: unknown
  onRetry?: (() => void) | undefined
  /** Buttons beside the one that removes. */
  children?: ReactNode
}

export function DangerZone({ remove, dialog, uses = [], busy = false, error, onRetry, children }: DangerZoneProps) {
  const id = useId()
  const isUsed = uses.length > 0
  return (
    <section className="sheet sheet-roomy stack">
      <h2>{words.dangerZone}</h2>
      {error ? <ErrorNotice error={error} onRetry={onRetry} /> : null}
      <div className="row">
        {children}
        <DialogButton look="danger" busy={busy || isUsed} aria-describedby={isUsed ? id : undefined} dialog={dialog}>
          {remove}
        </DialogButton>
      </div>
      {isUsed ? (
        <div id={id}>
          <p className="soft">{words.inUse}</p>
          <ul className="bullets">
            {uses.map(({ to, name, kind }) => (
              <li key={to}>
                <NameLink to={to} name={name} className="text-link" /> <span className="small soft">{kind}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}
