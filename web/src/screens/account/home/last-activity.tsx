import { listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { useAnswer } from '../../../components/account-data.tsx'
import { EventText } from '../../../components/event-text.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { When } from '../../../components/when.tsx'
import { Link } from '../../../page/history.tsx'
import { home as text } from '../../../words/own.ts'
import '../../../components/event-table.css'

const ROWS = '3'

export function LastActivity() {
  const answer = useAnswer(listOwnActivity, { query: { limit: ROWS } })
  return (
    <section className="sheet home-list">
      <div className="home-list-head spread">
        <h2>{text.activity}</h2>
        <Link to="/activity" className="text-link small">
          {text.allActivity}
        </Link>
      </div>
      <Loaded answer={answer} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="sheet-empty soft">{text.noActivity}</p>
          ) : (
            <ul>
              {items.map((event) => (
                <li key={event.id}>
                  <EventText event={event} />
                  <span className="small soft">
                    <When at={event.at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
