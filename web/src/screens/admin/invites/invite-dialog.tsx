import { INVITE_USES_MAX, OWNER_INVITE_TTL_MS } from '@countersign/contract/limits.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { createInvite, listInvites } from '@countersign/contract/routes/admin/invite.ts'
import { useState } from 'react'
import { GroupChoice } from '../../../components/admin/access-choice.tsx'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useSave } from '../../../components/form/use-save.ts'
import { assignableRoles } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import type { FieldErrors } from '../../../forms/form.ts'
import { type Form, useForm, VERBATIM } from '../../../forms/use-form.ts'
import { FullAddress } from '../../../ui/address.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { admin } from '../../../words/admin.ts'

const { invites: words } = admin
const HOUR_MS = 3_600_000
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS, quarter: 2160 * HOUR_MS }
type Span = keyof typeof SPANS
type InviteValues = {
  role: Role
  who: 'open' | 'bound' | 'contract'
  address: string
  chain: string
  uses: string
  span: Span
  groupIds: string[]
}

const newInvite: InviteValues = {
  role: 'member',
  who: 'open',
  address: '',
  chain: '',
  uses: '1',
  span: 'week',
  groupIds: [],
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<AnswerOf<typeof createInvite>>()
  const form = useForm({
    saved: { values: newInvite },
    validate: validateInvite,
    serverErrors: ({ code }) => (code === 'address_invalid' ? { address: words.addressWrong } : {}),
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
  const { role, who, span, groupIds } = form.values
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
          hint={words.addressHint}
          className="mono"
          {...VERBATIM}
          {...form.text('address')}
        />
      ) : role === 'owner' ? null : (
        <Field label={words.uses} inputMode="numeric" autoComplete="off" {...form.text('uses')} />
      )}
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
        <GroupChoice chosen={groupIds} onChoose={(chosen) => form.edit({ groupIds: chosen })} label={words.groups} />
      </div>
    </>
  )
}

/** An invitation for an owner expires within a day. */
function spansFor(role: Role): Span[] {
  const all = Object.keys(SPANS) as Span[] // the keys of a const object are its key type
  return role === 'owner' ? all.filter((span) => SPANS[span] <= OWNER_INVITE_TTL_MS) : all
}

function validateInvite({ role, who, address, chain, uses }: InviteValues): FieldErrors<InviteValues> {
  if (who !== 'open') {
    const isChain = who === 'bound' || /^[1-9][0-9]{0,15}$/.test(chain.trim())
    return {
      address: /^0x[0-9a-fA-F]{40}$/.test(address.trim()) ? undefined : words.addressWrong,
      chain: isChain ? undefined : words.chainWrong,
    }
  }
  const count = Number(uses)
  const isCount = role === 'owner' || (/^\d+$/.test(uses.trim()) && count >= 1 && count <= INVITE_USES_MAX)
  return isCount ? {} : { uses: words.usesWrong(INVITE_USES_MAX) }
}

/** A wallet belongs to one person, so an invitation bound to a wallet is used once. */
function inviteBody({ role, who, address, chain, uses, span, groupIds }: InviteValues) {
  const common = { role, expiresInMs: SPANS[span], ...(groupIds.length > 0 ? { groupIds } : {}) }
  if (who === 'open') return { ...common, maxUses: role === 'owner' ? 1 : Number(uses) }
  const account = `eip155:${who === 'contract' ? chain.trim() : 0}:${address.trim()}`
  return { ...common, account, maxUses: 1 }
}
