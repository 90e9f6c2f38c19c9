import { AppError } from '@countersign/contract/errors.ts'
import { INVITE_USES_MAX, OWNER_INVITE_TTL_MS } from '@countersign/contract/limits.ts'
import type { Role } from '@countersign/contract/me.ts'
import { createInvite, listInvites } from '@countersign/contract/routes/admin/invite.ts'
import { useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { GroupChoice } from '../../../components/admin/access-choice.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { ShownOnce } from '../../../components/admin/shown-once.tsx'
import { rolesGivenBy } from '../../../components/person/person-rights.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { FullAddress } from '../../../ui/address.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { account } from '../../../words/account.ts'
import { admin } from '../../../words/admin.ts'

const { invites: words } = admin
const HOUR_MS = 3_600_000
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS, quarter: 2160 * HOUR_MS }
type Span = keyof typeof SPANS
type Who = 'open' | 'bound' | 'contract'
type Draft = { role: Role; who: Who; address: string; chain: string; uses: string; span: Span; groupIds: string[] }
type Refusals = { address?: string | undefined; chain?: string | undefined; uses?: string | undefined }

/** Makes an invitation and shows its link, once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const make = useAct(createInvite, { refreshes: [listInvites] })
  const [draft, setDraft] = useState<Draft>({
    role: 'member',
    who: 'open',
    address: '',
    chain: '',
    uses: '1',
    span: 'week',
    groupIds: [],
  })
  const [refusals, setRefusals] = useState<Refusals>({})
  if (make.data) {
    const { url, invite } = make.data
    return (
      <ShownOnce title={words.made} secret={url} copy={words.copy} copied={words.copied} onClose={onClose}>
        <p>{words.once}</p>
        {invite.address === null ? null : <FullAddress address={invite.address} />}
      </ShownOnce>
    )
  }
  const send = () => {
    const found = refusalsOf(draft)
    setRefusals(found)
    if (Object.values(found).every((each) => each === undefined)) make.mutate({ body: bodyOf(draft) })
  }
  const atField = make.error instanceof AppError && make.error.code === 'address_invalid'
  const address = refusals.address ?? (atField ? words.addressWrong : undefined)
  return (
    <ConfirmDialog
      title={words.createTitle}
      act={words.make}
      look="primary"
      cancel={account.cancel}
      busy={make.isPending}
      refusal={atField ? undefined : refusalText(make.error)}
      onAct={send}
      onClose={onClose}
    >
      <InviteFields
        draft={draft}
        change={(next) => setDraft({ ...draft, ...next })}
        refusals={{ ...refusals, address }}
      />
    </ConfirmDialog>
  )
}

type FieldsProps = { draft: Draft; change: (next: Partial<Draft>) => void; refusals: Refusals }

function InviteFields({ draft, change, refusals }: FieldsProps) {
  const { me } = useAccount()
  const spans = spansFor(draft.role)
  return (
    <>
      <Select
        label={words.role}
        hint={admin.roleNotes[draft.role]}
        value={draft.role}
        options={rolesGivenBy(me.role).map((value) => ({ value, label: admin.roles[value] }))}
        onChoose={(role) => change({ role, ...(spansFor(role).includes(draft.span) ? {} : { span: 'day' }) })}
      />
      <Select
        label={words.who}
        value={draft.who}
        options={[
          { value: 'open', label: words.open },
          { value: 'bound', label: words.bound },
          { value: 'contract', label: words.boundContract },
        ]}
        onChoose={(who) => change({ who })}
      />
      {draft.who !== 'open' ? (
        <Field
          label={words.address}
          hint={words.addressHint}
          refusal={refusals.address}
          value={draft.address}
          className="mono"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
      ) : draft.role === 'owner' ? null : (
        <Field
          label={words.uses}
          refusal={refusals.uses}
          value={draft.uses}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => change({ uses: event.currentTarget.value })}
        />
      )}
      {draft.who === 'contract' ? (
        <Field
          label={words.chain}
          hint={words.chainHint}
          refusal={refusals.chain}
          value={draft.chain}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => change({ chain: event.currentTarget.value })}
        />
      ) : null}
      <Select
        label={words.expires}
        value={draft.span}
        options={spans.map((value) => ({ value, label: words.spans[value] }))}
        onChoose={(span) => change({ span })}
      />
      <div className="field">
        <p>{words.groups}</p>
        <GroupChoice chosen={draft.groupIds} onChoose={(groupIds) => change({ groupIds })} label={words.groups} />
      </div>
    </>
  )
}

/** One for an owner is good for a day at most. */
function spansFor(role: Role): Span[] {
  const all = Object.keys(SPANS) as Span[] // the keys of a const object are its key type
  return role === 'owner' ? all.filter((span) => SPANS[span] <= OWNER_INVITE_TTL_MS) : all
}

function refusalsOf({ role, who, address, chain, uses }: Draft): Refusals {
  if (who !== 'open')
    return {
      address: /^0x[0-9a-fA-F]{40}$/.test(address.trim()) ? undefined : words.addressWrong,
      chain: who === 'bound' || /^[1-9][0-9]{0,15}$/.test(chain.trim()) ? undefined : words.chainWrong,
    }
  if (role === 'owner') return {}
  const count = Number(uses)
  const good = /^\d+$/.test(uses.trim()) && count >= 1 && count <= INVITE_USES_MAX
  return good ? {} : { uses: words.usesWrong(INVITE_USES_MAX) }
}

/** One wallet is one person, so an invitation that is bound to it is used once. */
function bodyOf({ role, who, address, chain, uses, span, groupIds }: Draft) {
  const given = { role, expiresInMs: SPANS[span], ...(groupIds.length > 0 ? { groupIds } : {}) }
  if (who === 'open') return { ...given, maxUses: role === 'owner' ? 1 : Number(uses) }
  const account = `eip155:${who === 'contract' ? chain.trim() : 0}:${address.trim()}`
  return { ...given, account, maxUses: 1 }
}
