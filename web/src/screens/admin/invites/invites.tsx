import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { type Invite, listInvites, revokeInvite } from '@countersign/contract/routes/admin/invite.ts'
import { UserPlus } from 'lucide'
import { useState } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { actionColumn } from '../../../components/admin/columns.tsx'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { personLabel } from '../../../components/person/person-label.ts'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { SpokenAddress } from '../../../components/spoken-address.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Link } from '../../../page/history.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Tag, type TagTone } from '../../../ui/data/tag.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { admin } from '../../../words/admin/admin.ts'
import { InviteDialog } from './invite-dialog.tsx'
import '../../../components/admin/admin.css'
import { withPermission } from '../../../components/admin/with-permission.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'

const { invites: words } = admin

export const InvitesScreen = withPermission('invites', Invites)

function Invites() {
  const { me } = useAccount()
  const pages = usePages(listInvites)
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Invite>()
  const create = (
    <Button look="primary" icon={<Icon icon={UserPlus} size={16} />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  const empty = pages.data?.length === 0
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} actions={empty ? undefined : create} />
      <OpenRegistrationNotice />
      <PagedTable
        pages={pages}
        caption={words.caption}
        columns={columnsFor(me.role, setRevoking)}
        rowKey={({ id }) => id}
        empty={{ icon: UserPlus, title: words.empty, action: create, children: words.emptyBody }}
      />
      {creating ? <InviteDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? (
        <ActionDialog
          title={words.revokeTitle}
          confirmLabel={words.revoke}
          route={revokeInvite}
          call={{ params: { id: revoking.id } }}
          refreshes={[listInvites]}
          done={words.revoked}
          onClose={() => setRevoking(undefined)}
        >
          <p>{words.revokeBody}</p>
        </ActionDialog>
      ) : null}
    </div>
  )
}

/** With open registration an invitation only sets a role. */
function OpenRegistrationNotice() {
  if (usePage().boot.public.registration !== 'open') return null
  return (
    <Notice>
      <p>
        {words.onlyOpen} <Link to="/admin/settings">{words.changeThat}</Link>
      </p>
    </Notice>
  )
}

/** Only owners revoke invitations of owners. */
function mayRevoke(role: Role, { createdBy }: Invite): boolean {
  return role === 'owner' || createdBy?.role !== 'owner'
}

const TONES: Record<Invite['status'], TagTone> = { open: 'good', used_up: 'plain', expired: 'warn', revoked: 'plain' }

function columnsFor(role: Role, onRevoke: (invite: Invite) => void): Column<Invite>[] {
  return [
    {
      key: 'for',
      label: words.forWhom,
      render: ({ address, role, groups }) => (
        <div>
          {address === null ? words.anyone : <SpokenAddress address={address} />}
          <div className="small soft">
            {[admin.roles[role], ...groups.map(({ name }) => name)].map((each) => (
              <bdi key={each} className="activity-detail">
                {each}
              </bdi>
            ))}
          </div>
        </div>
      ),
    },
    {
      key: 'status',
      label: words.status,
      render: ({ status }) => <Tag tone={TONES[status]}>{words.statuses[status]}</Tag>,
    },
    { key: 'used', label: words.used, render: ({ uses, maxUses }) => words.usedOf(uses, maxUses) },
    { key: 'until', label: words.until, render: ({ expiresAt }) => <Timestamp at={expiresAt} exact /> },
    { key: 'by', label: words.by, render: ({ createdBy }) => <Creator createdBy={createdBy} /> },
    actionColumn(words.actions, (invite) =>
      invite.status === 'open' && mayRevoke(role, invite) ? (
        <Button
          aria-label={words.revokeOf(invite.address === null ? words.anyone : shortAddress(invite.address))}
          onClick={() => onRevoke(invite)}
        >
          {words.revoke}
        </Button>
      ) : null,
    ),
  ]
}

function Creator({ createdBy }: Pick<Invite, 'createdBy'>) {
  if (createdBy === null) return <span className="soft">–</span>
  return (
    <Link to={`/admin/people/${createdBy.id}`}>
      <bdi>{personLabel(createdBy)}</bdi>
    </Link>
  )
}
