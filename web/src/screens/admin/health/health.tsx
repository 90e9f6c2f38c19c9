import { type Finding, getHealth } from '@countersign/contract/routes/admin/health.ts'
import { CircleAlert, CircleCheck, type IconNode, TriangleAlert } from 'lucide'
import { useEffect, useState } from 'react'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { announce } from '../../../ui/feedback/live.ts'
import { Icon } from '../../../ui/icon.tsx'
import { WithCode } from '../../../ui/with-code.tsx'
import { health as words } from '../../../words/admin/site.ts'
import './health.css'

export function HealthScreen() {
  const check = useHealth()
  return (
    <div className="stack stack-wide">
      <ScreenHead
        title={words.title}
        lead={words.lead}
        actions={
          <Button busy={check.isPending} onClick={check.again}>
            {check.isPending ? words.checking : words.again}
          </Button>
        }
      />
      <Loaded answer={{ data: check.data, error: check.error, refetch: check.again }} lines={8}>
        {({ items, at }) => <Findings items={items} at={at} />}
      </Loaded>
    </div>
  )
}

/** Not a cached query, because it sends the current time of this browser. */
function useHealth() {
  const health = useRouteMutation(getHealth)
  const [data, setData] = useState<{ items: Finding[]; at: string }>()
  const again = () =>
    health.mutate(
      { query: { browserTime: Date.now(), browserOrigin: location.origin } },
      {
        onSuccess: ({ items }) => {
          setData({ items, at: new Date().toISOString() })
          announce(summarize(items))
        },
      },
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the screen opens, then by the button
  useEffect(again, [])
  return { data, error: health.error, isPending: health.isPending, again }
}

const ICONS: Record<Finding['state'], IconNode> = { good: CircleCheck, note: TriangleAlert, bad: CircleAlert }

function Findings({ items, at }: { items: Finding[]; at: string }) {
  const order: Finding['state'][] = ['bad', 'note', 'good']
  const sorted = order.flatMap((state) => items.filter((item) => item.state === state))
  return (
    <section className="stack" aria-label={words.caption}>
      <p>
        <strong>{summarize(items)}</strong>{' '}
        <span className="soft">
          {words.checked} <Timestamp at={at} />.
        </span>
      </p>
      <ul className="surface ruled">
        {sorted.map(({ check, state, text, fix }) => (
          <li key={check}>
            <div className={`finding ${state}`}>
              <Icon icon={ICONS[state]} size={20} />
              <div className="stack stack-close">
                <div className="finding-head">
                  <h2>{words.checks[check]}</h2>
                  <span className="finding-state small">{words.states[state]}</span>
                </div>
                <p>{text}</p>
                {fix === null ? null : (
                  <p className="finding-fix">
                    <span className="small soft">{words.fix}</span>
                    <span>
                      <WithCode text={fix} />
                    </span>
                  </p>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function summarize(items: Finding[]): string {
  const wrong = items.filter(({ state }) => state !== 'good').length
  return wrong === 0 ? words.allGood : words.some(wrong)
}
