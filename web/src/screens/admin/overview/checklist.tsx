import * as routes from '@countersign/contract/routes/admin/checklist.ts'
import { Circle, CircleCheck } from 'lucide'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Link } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { checklist as words } from '../../../words/admin/admin.ts'
import './checklist.css'

const PATHS: Record<routes.ChecklistItem, string> = {
  recovery: '/settings/recovery',
  host: '/admin/hosts',
  app: '/admin/apps/new',
  sign_up: '/admin/settings',
  backup: '/admin/health',
}

export const isOpen = ({ done, dismissed }: routes.ChecklistEntry): boolean => !done && !dismissed

/** Disappears when nothing is left to do. */
export function Checklist({ items }: { items: routes.ChecklistEntry[] }) {
  const dismiss = useRouteMutation(routes.dismissChecklistItem, { refreshes: [routes.getChecklist] })
  if (!items.some(isOpen)) return null
  const shown = items.filter(({ done, dismissed }) => done || !dismissed)
  const busy = dismiss.isPending ? dismiss.variables.body?.item : undefined
  return (
    <section className="sheet stack" aria-labelledby="checklist">
      <div className="checklist-head">
        <h2 id="checklist" tabIndex={-1}>
          {words.title}
        </h2>
        <span className="small soft">{words.progress(shown.filter(({ done }) => done).length, shown.length)}</span>
      </div>
      {dismiss.error ? <ErrorNotice error={dismiss.error} /> : null}
      <ul className="checklist ruled">
        {shown.map(({ item, done }) => (
          <li key={item} className={done ? 'done' : undefined}>
            {done ? <Icon icon={CircleCheck} size={20} label={words.done} /> : <Icon icon={Circle} size={20} />}
            <div>
              <Link to={PATHS[item]}>{words.items[item].title}</Link>
              {done ? null : <p className="small soft">{words.items[item].note}</p>}
            </div>
            {done ? null : (
              <Button
                look="quiet"
                busy={busy === item}
                onClick={() => dismiss.mutate({ body: { item } }, { onSuccess: focusHeading })}
                aria-label={words.dismissItem(words.items[item].title)}
              >
                {words.dismiss}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The row with the focus is gone, and maybe the whole list. */
function focusHeading(): void {
  const heading = document.getElementById('checklist') ?? document.querySelector('h1')
  heading?.focus()
}
