import { endOtherSessions, listSessions, type SessionItem } from '@countersign/contract/routes/session.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { List } from '../../../ui/data/list.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { sessions as text } from '../../../words/account/sessions.ts'
import { Devices } from './devices.tsx'
import { SessionRow } from './session-row.tsx'
import './sessions.css'

export function SessionsScreen() {
  const answer = useRouteQuery(listSessions)
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
  const others = sessions.filter(({ current }) => !current)
  return (
    <>
      <List
        of={[...sessions.filter(({ current }) => current), ...others]}
        label={text.listLabel}
        className="stack stack-medium"
      >
        {(session) => <SessionRow session={session} />}
      </List>
      {others.length > 0 ? <EndOthers count={others.length} /> : <p className="soft">{text.only}</p>}
    </>
  )
}

function EndOthers({ count }: { count: number }) {
  return (
    <div className="actions calm">
      <DialogButton
        look="danger"
        dialog={(onClose) => (
          <ActionDialog
            title={text.endOthersTitle}
            confirmLabel={text.endOthers}
            route={endOtherSessions}
            call={{}}
            refreshes={[listSessions]}
            done={({ ended }) => text.othersEnded(ended)}
            onClose={onClose}
          >
            <p>{text.endOthersBody(count)}</p>
          </ActionDialog>
        )}
      >
        {text.endOthers}
      </DialogButton>
    </div>
  )
}
