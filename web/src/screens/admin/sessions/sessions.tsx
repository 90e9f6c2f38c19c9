import { type AdminSession, listAllSessions } from '@countersign/contract/routes/session.ts'
import { MonitorSmartphone } from 'lucide'
import { usePages } from '../../../components/account-data.tsx'
import { personId } from '../../../components/admin/activity/activity-query.ts'
import { sessionColumns, useEndSession } from '../../../components/admin/session-table.tsx'
import { PagedTable } from '../../../components/admin/table.tsx'
import { PersonName } from '../../../components/person/person-name.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useQuery } from '../../../page/history.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { sessions } from '../../../words/admin/admin.ts'

export function SessionsScreen() {
  const person = personId(useQuery('person'))
  return (
    <div className="stack stack-wide">
      <ScreenHead title={sessions.title} lead={sessions.lead} />
      {person === undefined ? null : (
        <Notice actions={<LinkButton to="/admin/sessions">{sessions.showAll}</LinkButton>}>{sessions.onlyOne}</Notice>
      )}
      <PagedTable
        pages={usePages(listAllSessions, { query: { person } })}
        lines={8}
        caption={sessions.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: MonitorSmartphone, title: sessions.empty }}
        actions={useEndSession<AdminSession>((row) => row.person)}
      />
    </div>
  )
}

const columns: Column<AdminSession>[] = [
  { label: sessions.person, render: ({ person }) => <PersonName person={person} /> },
  ...sessionColumns,
]
