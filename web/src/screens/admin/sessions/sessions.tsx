import { mayDo, outranks } from '@countersign/contract/permission.ts'
import { type AdminSession, endAnySession, listAllSessions } from '@countersign/contract/routes/session.ts'
import { MonitorSmartphone } from 'lucide-react'
import { usePages, useRouteMutation } from '../../../components/account-data.tsx'
import { personId } from '../../../components/admin/activity-query.ts'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { sessionColumns } from '../../../components/admin/session-columns.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { PersonName } from '../../../components/person/person-name.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { useQuery } from '../../../page/history.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { admin } from '../../../words/admin.ts'

const { sessions } = admin

export function SessionsScreen() {
  const person = personId(useQuery('person'))
  const pages = usePages(listAllSessions, { query: { person } })
  const { columns, error } = useColumns()
  return (
    <div className="stack stack-wide">
      <ScreenHead title={sessions.title} lead={sessions.lead} />
      {person === undefined ? null : (
        <Notice actions={<LinkButton to="/admin/sessions">{sessions.showAll}</LinkButton>}>{sessions.onlyOne}</Notice>
      )}
      {error ? <ErrorNotice error={error} /> : null}
      <PagedTable
        pages={pages}
        lines={8}
        caption={sessions.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: MonitorSmartphone, title: sessions.empty }}
      />
    </div>
  )
}

function useColumns(): { columns: Column<AdminSession>[]; error: Error | null } {
  const { me } = useAccount()
  const end = useRouteMutation(endAnySession, { refreshes: [listAllSessions], toast: sessions.ended })
  const nameOf = ({ person }: AdminSession) => person.displayName ?? admin.unnamed
  const ending = mayDo(me.role, 'sessions.end')
    ? {
        nameOf,
        end: ({ id }: AdminSession) => end.mutate({ params: { id } }),
        // The current session is ended by signing out.
        mayEnd: ({ current, person }: AdminSession) => !current && outranks(me.role, person.role),
      }
    : undefined
  const personColumn: Column<AdminSession> = {
    key: 'person',
    label: sessions.person,
    render: ({ person }) => <PersonName person={person} />,
  }
  return { columns: [personColumn, ...sessionColumns<AdminSession>(ending)], error: end.error }
}
