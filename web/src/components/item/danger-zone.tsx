import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
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
  const [removing, setRemoving] = useState(false)
  const isUsed = uses.length > 0
  return (
    <section className="sheet sheet-roomy stack">
      <h2>{words.dangerZone}</h2>
      {error ? <ErrorNotice error={error} onRetry={onRetry} /> : null}
      <div className="row">
        {children}
        <Button
          look="danger"
          busy={busy || isUsed}
          aria-describedby={isUsed ? id : undefined}
          onClick={() => setRemoving(true)}
        >
          {remove}
        </Button>
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
      {removing ? dialog(() => setRemoving(false)) : null}
    </section>
  )
}
