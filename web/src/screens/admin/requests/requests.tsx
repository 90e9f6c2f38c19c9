import { ACCEPTED_SIGN_UP_MS, REQUEST_REPEAT_MS } from '@countersign/contract/limits/access-request-limits.ts'
import * as routes from '@countersign/contract/routes/access-request.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { listInvites } from '@countersign/contract/routes/admin/invite.ts'
import { getPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import { Inbox } from 'lucide'
import { useEffect, useState } from 'react'
import { usePages, useRouteQuery } from '../../../components/account-data.tsx'
import { optionsOfItems } from '../../../components/admin/options.ts'
import { PagedTable, type RowAction } from '../../../components/admin/table.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { setOpenRequests } from '../../../components/open-requests.ts'
import { PersonName, personLabel } from '../../../components/person/person-name.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { SpokenAddress } from '../../../components/spoken-address.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Identicon } from '../../../ui/identity/identicon.tsx'
import { requests as words } from '../../../words/admin/requests.ts'

export function RequestsScreen() {
  useOpenCount()
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} />
      <PagedTable
        pages={usePages(routes.listAccessRequests)}
        caption={words.caption}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: Inbox, title: words.empty, children: words.emptyBody }}
        actions={actions}
      />
    </div>
  )
}

/** Updates the count in the navigation. */
function useOpenCount(): void {
  const open = useRouteQuery(routes.listAccessRequests, { query: { limit: '1' } }).data?.open
  useEffect(() => {
    if (open !== undefined) setOpenRequests(open)
  }, [open])
}

const columns: Column<routes.AccessRequest>[] = [
  { label: words.who, render: (request) => <Who request={request} /> },
  {
    label: words.for,
    size: 'name',
    render: ({ for: { kind, name } }) => (
      <div>
        <bdi>{kind === 'site' ? words.site : (name ?? words.deletedTarget)}</bdi>
        <div className="small soft">{words.kinds[kind]}</div>
      </div>
    ),
  },
  {
    label: words.message,
    size: 'prose',
    render: ({ message }) => (message === null ? <span className="soft">–</span> : <bdi>{message}</bdi>),
  },
  { label: words.when, render: ({ createdAt }) => <Timestamp at={createdAt} /> },
]

const DAY_MS = 86_400_000

const actions: RowAction<routes.AccessRequest>[] = [
  {
    label: words.accept,
    labelOf: (request) => words.acceptOf(nameOf(request)),
    dialog: (request, onClose) => <AcceptDialog request={request} onClose={onClose} />,
  },
  {
    label: words.decline,
    labelOf: (request) => words.declineOf(nameOf(request)),
    dialog: ({ id }, onClose) => (
      <ActionDialog
        title={words.declineTitle}
        confirmLabel={words.decline}
        route={routes.declineAccessRequest}
        call={{ params: { id } }}
        refreshes={[routes.listAccessRequests]}
        done={words.declined}
        onClose={onClose}
      >
        <p>{words.declineBody(REQUEST_REPEAT_MS / DAY_MS)}</p>
      </ActionDialog>
    ),
  },
]

function Who({ request: { person, address, ens } }: { request: routes.AccessRequest }) {
  if (person) return <PersonName person={{ ...person, address, ens }} />
  return (
    <span className="person-name inline">
      {address ? <Identicon address={address} size={32} /> : null}
      <span>
        {address ? <SpokenAddress address={address} /> : null}
        <span className="small soft">{words.noAccount}</span>
      </span>
    </span>
  )
}

function nameOf({ person, address, ens }: routes.AccessRequest): string {
  return personLabel({ displayName: person?.displayName ?? null, ens, address })
}

function AcceptDialog({ request, onClose }: { request: routes.AccessRequest; onClose: () => void }) {
  const { id, for: object, groups } = request
  const [groupId, setGroupId] = useState(groups[0]?.id)
  return (
    <ActionDialog
      title={words.acceptTitle}
      confirmLabel={words.accept}
      look="primary"
      route={routes.acceptAccessRequest}
      call={{ params: { id }, body: groupId === undefined ? {} : { groupId } }}
      refreshes={[routes.listAccessRequests, listInvites, listGroups, listPeople, getPerson]}
      done={words.accepted}
      onClose={onClose}
    >
      {object.kind === 'site' ? (
        <p>{words.signUpBody(ACCEPTED_SIGN_UP_MS / DAY_MS)}</p>
      ) : groupId === undefined ? (
        <p>{words.noGroups}</p>
      ) : (
        <>
          <p>{words.groupBody}</p>
          <Select label={words.group} value={groupId} options={optionsOfItems(groups)} onChoose={setGroupId} />
        </>
      )}
    </ActionDialog>
  )
}
