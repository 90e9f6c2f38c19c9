import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { families } from '@countersign/contract/family/family.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { createInvite, type Invite, listInvites, revokeInvite } from '@countersign/contract/routes/admin/invite.ts'
import { UserPlus } from 'lucide'
import { useState } from 'react'
import { usePages, useSave } from '../../../components/account-data.tsx'
import { GroupChoice } from '../../../components/admin/access-choice.tsx'
import { optionsOf } from '../../../components/admin/options.ts'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { NameLink, PagedTable, type RowAction } from '../../../components/admin/table.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { personLabel } from '../../../components/person/person-name.tsx'
import { assignableRoles } from '../../../components/person/person-rights.ts'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { SpokenAddress } from '../../../components/spoken-address.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { Link } from '../../../page/history.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Tag, type TagTone } from '../../../ui/data/tag.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { FamilyMark } from '../../../ui/identity/family-mark.tsx'
import { admin, invites as words } from '../../../words/admin/admin.ts'
import { admitsSeveral, type InviteValues, inviteForm, newInvite, spansFor } from './invite-values.ts'

export function InvitesScreen() {
  const { me } = useAccount()
  const pages = usePages(listInvites)
  const [creating, setCreating] = useState(false)
  const create = (
    <Button look="primary" icon={UserPlus} onClick={() => setCreating(true)}>
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
        caption={words.title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ icon: UserPlus, title: words.empty, action: create, children: words.emptyBody }}
        actions={[{ ...revoke, may: (invite) => mayRevoke(me.role, invite) }]}
      />
      {creating ? <InviteDialog onClose={() => setCreating(false)} /> : null}
    </div>
  )
}

const revoke: RowAction<Invite> = {
  label: words.revoke,
  labelOf: ({ address }) => words.revokeOf(address === null ? words.anyone : shortAddress(address)),
  dialog: ({ id }, onClose) => (
    <ActionDialog
      title={words.revokeTitle}
      confirmLabel={words.revoke}
      route={revokeInvite}
      call={{ params: { id } }}
      refreshes={[listInvites]}
      done={words.revoked}
      onClose={onClose}
    >
      <p>{words.revokeBody}</p>
    </ActionDialog>
  ),
}

/** Only owners revoke invitations of owners. */
function mayRevoke(role: Role, { status, createdBy }: Invite): boolean {
  return status === 'open' && (role === 'owner' || createdBy?.role !== 'owner')
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

const TONES: Record<Invite['status'], TagTone> = { open: 'good', used_up: 'plain', expired: 'warn', revoked: 'plain' }

const columns: Column<Invite>[] = [
  {
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
  { label: words.status, render: ({ status }) => <Tag tone={TONES[status]}>{words.statuses[status]}</Tag> },
  { label: words.used, render: ({ uses, maxUses }) => words.usedOf(uses, maxUses) },
  { label: words.until, render: ({ expiresAt }) => <Timestamp at={expiresAt} exact /> },
  {
    label: words.by,
    render: ({ createdBy: by }) =>
      by ? <NameLink to={`/admin/people/${by.id}`} name={personLabel(by)} /> : <span className="soft">–</span>,
  },
]

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<AnswerOf<typeof createInvite>>()
  const form = useForm({
    saved: { values: newInvite },
    ...inviteForm,
    save: useSave(createInvite, { refreshes: [listInvites] }),
    onSaved: setCreated,
  })
  if (created) {
    const { url, invite } = created
    return (
      <ShownOnce title={words.created} secret={url} copy={words.copy} copied={words.copied} onClose={onClose}>
        <p>{words.once}</p>
        {invite.address === null ? null : <FullAddress address={invite.address} />}
      </ShownOnce>
    )
  }
  return (
    <FormDialog form={form} title={words.create} confirmLabel={words.make} onClose={onClose}>
      <InviteFields form={form} />
    </FormDialog>
  )
}

function InviteFields({ form }: { form: Form<InviteValues> }) {
  const { me } = useAccount()
  const { role, who, address, span } = form.values
  const chooseRole = (chosen: Role) => form.edit({ role: chosen, span: spansFor(chosen).includes(span) ? span : 'day' })
  return (
    <>
      <Select
        label={words.role}
        hint={admin.roleNotes[role]}
        value={role}
        options={assignableRoles(me.role).map((value) => ({ value, label: admin.roles[value] }))}
        onChoose={chooseRole}
      />
      <Select label={words.who} options={optionsOf(words.whoChoices)} {...form.choice('who')} />
      {who !== 'open' ? (
        <Field
          label={words.address}
          hint={<AddressHint address={address} />}
          className="mono"
          {...form.verbatim('address')}
        />
      ) : admitsSeveral(role) ? (
        <Field label={words.uses} inputMode="numeric" autoComplete="off" {...form.text('uses')} />
      ) : null}
      {who === 'contract' ? (
        <Field
          label={words.chain}
          hint={words.chainHint}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('chain')}
        />
      ) : null}
      <Select
        label={words.expires}
        options={spansFor(role).map((value) => ({ value, label: words.spans[value] }))}
        {...form.choice('span')}
      />
      <div className="field stack">
        <p>{words.groups}</p>
        <GroupChoice label={words.groups} {...form.choice('groupIds')} />
      </div>
    </>
  )
}

function AddressHint({ address }: { address: string }) {
  const namespace = namespaceOfAddress(address.trim())
  if (!namespace) return words.addressHint
  return (
    <>
      <FamilyMark namespace={namespace} named /> {words.recognized(families[namespace].name)}
    </>
  )
}
