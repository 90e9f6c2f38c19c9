import { listGrants } from '@countersign/contract/routes/grant.ts'
import { AppWindow } from 'lucide-react'
import { useAnswer } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { apps as text } from '../../../words/account-apps.ts'
import { AppRow } from './app-row.tsx'
import './apps.css'

export function AppsScreen() {
  const answer = useAnswer(listGrants)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} />
      <Loaded answer={answer} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={AppWindow} title={text.empty}>
              {text.emptyBody}
            </EmptyState>
          ) : (
            <ul className="stack stack-medium" aria-label={text.listLabel}>
              {items.map((grant) => (
                <li key={grant.id}>
                  <AppRow grant={grant} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
