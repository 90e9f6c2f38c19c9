import { mayDo, outranks } from '@countersign/contract/permission.ts'
import { type AdminSession, endAnySession, listAllSessions } from '@countersign/contract/routes/session.ts'
import { MonitorSmartphone } from 'lucide'
import type { ReactNode } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { personId } from '../../../components/admin/activity/activity-query.ts'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { sessionColumns } from '../../../components/admin/session-columns.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { PersonName } from '../../../components/person/person-name.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useEndSession } from '../../../components/session/use-end-session.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { useQuery } from '../../../page/history.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { admin } from '../../../words/admin/admin.ts'

const { sessions } = admin

export function SessionsScreen() {
  const person = personId(useQuery('person'))
  const pages = usePages(listAllSessions, { query: { person } })
  const { columns, confirmation } = useColumns()
  return (
    <div className="stack stack-wide">
      <ScreenHead title={sessions.title} lead={sessions.lead} />
      {person === undefined ? null : (
        <Notice actions={<LinkButton to="/admin/sessions">{sessions.showAll}</LinkButton>}>{sessions.onlyOne}</Notice>
      )}
      <PagedTable
        pages={pages}
        lines={8}
        caption={sessions.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: MonitorSmartphone, title: sessions.empty }}
      />
      {confirmation}
    </div>
  )
}

function useColumns(): { columns: Column<AdminSession>[]; confirmation: ReactNode } {
  const { me } = useAccount()
  const { ask, confirmation } = useEndSession(endAnySession, [listAllSessions], sessions)
  const nameOf = ({ person }: AdminSession) => personLabel(person)
  const ending = mayDo(me.role, 'sessions.end')
    ? {
        nameOf,
        end: ask,
        // The current session is ended by signing out.
        mayEnd: ({ current, person }: AdminSession) => !current && outranks(me.role, person.role),
      }
    : undefined
  const personColumn: Column<AdminSession> = {
    key: 'person',
    label: sessions.person,
    render: ({ person }) => <PersonName person={person} />,
  }
  return { columns: [personColumn, ...sessionColumns<AdminSession>(ending)], confirmation }
}
