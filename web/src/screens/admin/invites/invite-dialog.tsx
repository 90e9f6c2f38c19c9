import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { families } from '@countersign/contract/family/family.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { createInvite, listInvites } from '@countersign/contract/routes/admin/invite.ts'
import { useState } from 'react'
import { useSave } from '../../../components/account-data.tsx'
import { GroupChoice } from '../../../components/admin/access-choice.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { assignableRoles } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { FamilyMark } from '../../../ui/identity/family-mark.tsx'
import { admin } from '../../../words/admin/admin.ts'
import {
  admitsSeveral,
  type InviteValues,
  inviteBody,
  inviteServerErrors,
  newInvite,
  spansFor,
  validateInvite,
} from './invite-values.ts'

const { invites: words } = admin

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<AnswerOf<typeof createInvite>>()
  const form = useForm({
    saved: { values: newInvite },
    validate: validateInvite,
    serverErrors: inviteServerErrors,
    save: useSave(createInvite, { refreshes: [listInvites] }),
    body: inviteBody,
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
      <Select
        label={words.who}
        options={[
          { value: 'open', label: words.open },
          { value: 'bound', label: words.bound },
          { value: 'contract', label: words.boundContract },
        ]}
        {...form.choice('who')}
      />
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
      <div className="field">
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
