import { type ReactNode, useId } from 'react'
import { Link } from '../../page/history.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { item as words } from '../../words/admin/item.ts'
import { ErrorNotice } from '../loaded.tsx'

/** What has to change before an item can be deleted. */
export type Use = { to: string; name: string; kind: string }

type DangerZoneProps = {
  remove: string
  onRemove: () => void
  /** Undefined until it is known. */
  uses?: readonly Use[] | undefined
  error?: unknown
  onRetry?: (() => void) | undefined
  children?: ReactNode
}

export function DangerZone({ remove, onRemove, uses, error, onRetry, children }: DangerZoneProps) {
  const id = useId()
  const isUsed = uses !== undefined && uses.length > 0
  return (
    <section className="sheet sheet-roomy stack">
      <h2>{words.dangerZone}</h2>
      {error ? <ErrorNotice error={error} onRetry={onRetry} /> : null}
      <div className="row">
        {children}
        <Button
          look="danger"
          busy={uses === undefined || isUsed}
          aria-describedby={isUsed ? id : undefined}
          onClick={onRemove}
        >
          {remove}
        </Button>
      </div>
      {isUsed ? (
        <div id={id}>
          <p className="soft">{words.inUse}</p>
          <ul className="bullets">
            {uses.map((use) => (
              <li key={use.to}>
                <UseLink use={use} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

function UseLink({ use: { to, name, kind } }: { use: Use }) {
  return (
    <>
      <Link to={to} className="text-link">
        <bdi>{name}</bdi>
      </Link>{' '}
      <span className="small soft">{kind}</span>
    </>
  )
}
