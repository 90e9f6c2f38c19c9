import { listOwnActivity } from '@countersign/contract/activity.ts'
import { home as text } from '../../words/own.ts'
import { useAnswer } from '../account/data.tsx'
import { Loaded } from '../account/loaded.tsx'
import { When } from '../account/when.tsx'
import { EventText } from '../activity/event-text.tsx'
import { Link } from '../history.tsx'
import '../activity/activity.css'

const ROWS = '3'

export function LastActivity() {
  const answer = useAnswer(listOwnActivity, { query: { limit: ROWS } })
  return (
    <section className="sheet home-list">
      <div className="home-list-head">
        <h2>{text.activity}</h2>
        <Link to="/activity" className="text-link small">
          {text.allActivity}
        </Link>
      </div>
      <Loaded answer={answer} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="soft home-none">{text.noActivity}</p>
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
