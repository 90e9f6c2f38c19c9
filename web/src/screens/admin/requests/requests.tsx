import { mayDo } from '@countersign/contract/permission.ts'
import { type AccessRequest, listAccessRequests } from '@countersign/contract/routes/access-request.ts'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAnswer, usePages } from '../../../components/account-data.tsx'
import { actionColumn } from '../../../components/admin/columns.tsx'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { setOpenRequests } from '../../../components/open-requests.ts'
import { PersonName, SpokenAddress } from '../../../components/person/person-name.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { When } from '../../../components/when.tsx'
import { shortAddress } from '../../../ui/address-text.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Identicon } from '../../../ui/identicon.tsx'
import { admin, requests as words } from '../../../words/admin.ts'
import { AcceptDialog, DeclineDialog } from './decide-dialogs.tsx'
import '../../../components/admin/admin.css'

export function RequestsScreen() {
  const { me } = useAccount()
  return mayDo(me.role, 'requests') ? <Requests /> : <NotFoundScreen />
}

type Deciding = { request: AccessRequest; how: 'accept' | 'decline' }

function Requests() {
  const pages = usePages(listAccessRequests)
  const [deciding, setDeciding] = useState<Deciding>()
  useOpenCount()
  const close = () => setDeciding(undefined)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} />
      <PagedTable
        pages={pages}
        caption={words.caption}
        columns={columnsFor(setDeciding)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Inbox} title={words.empty}>
            <p>{words.emptyBody}</p>
          </EmptyState>
        }
      />
      {deciding?.how === 'accept' ? <AcceptDialog request={deciding.request} onClose={close} /> : null}
      {deciding?.how === 'decline' ? <DeclineDialog request={deciding.request} onClose={close} /> : null}
    </div>
  )
}

/** Updates the count in the navigation. */
function useOpenCount(): void {
  const open = useAnswer(listAccessRequests, { query: { limit: '1' } }).data?.open
  useEffect(() => {
    if (open !== undefined) setOpenRequests(open)
  }, [open])
}

function columnsFor(decide: (deciding: Deciding) => void): Column<AccessRequest>[] {
  return [
    { key: 'who', label: words.who, render: (request) => <Who request={request} /> },
    {
      key: 'for',
      label: words.for,
      render: ({ for: { kind, name } }) => (
        <div>
          <bdi>{kind === 'site' ? words.site : (name ?? words.gone)}</bdi>
          <div className="small soft">{words.kinds[kind]}</div>
        </div>
      ),
    },
    {
      key: 'message',
      label: words.message,
      render: ({ message }) => (message === null ? <span className="soft">–</span> : <bdi>{message}</bdi>),
    },
    { key: 'when', label: words.when, render: ({ createdAt }) => <When at={createdAt} /> },
    actionColumn(words.act, (request) => (
      <div className="row">
        <Button aria-label={words.acceptOf(nameOf(request))} onClick={() => decide({ request, how: 'accept' })}>
          {words.accept}
        </Button>
        <Button aria-label={words.declineOf(nameOf(request))} onClick={() => decide({ request, how: 'decline' })}>
          {words.decline}
        </Button>
      </div>
    )),
  ]
}

function Who({ request: { person, address, ens } }: { request: AccessRequest }) {
  if (person) return <PersonName person={person} address={address} ens={ens} />
  return (
    <span className="person-name">
      {address ? <Identicon address={address} size={32} /> : null}
      <span>
        {address ? <SpokenAddress address={address} /> : null}
        <span className="small soft">{words.noAccount}</span>
      </span>
    </span>
  )
}

function nameOf({ person, address }: AccessRequest): string {
  return person?.displayName ?? (address === null ? admin.unnamed : shortAddress(address))
}
