import { listSessions, type SessionItem } from '@countersign/contract/routes/session.ts'
import { useAnswer } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { sessions as text } from '../../../words/own.ts'
import { Devices } from './devices.tsx'
import { EndOthers } from './end-others.tsx'
import { SessionRow } from './session-row.tsx'
import './sessions.css'

export function SessionsScreen() {
  const answer = useAnswer(listSessions)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} />
      <Loaded answer={answer} lines={6}>
        {({ items }) => <SessionList sessions={items} />}
      </Loaded>
      <Devices />
    </div>
  )
}

function SessionList({ sessions }: { sessions: SessionItem[] }) {
  const others = sessions.filter(({ current }) => !current).length
  const ordered = [...sessions].sort((a, b) => Number(b.current) - Number(a.current))
  return (
    <>
      <ul className="places" aria-label={text.listLabel}>
        {ordered.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
      {others > 0 ? <EndOthers count={others} /> : <p className="soft">{text.only}</p>}
    </>
  )
}
