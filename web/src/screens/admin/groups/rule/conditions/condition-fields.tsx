import {
  ATTESTERS_MAX,
  RULE_NAMES_MAX,
  TOKEN_IDS_MAX,
  WALLET_LIST_MAX_BYTES,
} from '@countersign/contract/limits/rule-limits.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import type { WalletList } from '@countersign/contract/routes/admin/rule.ts'
import { parseAmount } from '@countersign/contract/rule/format-amount.ts'
import { nativeSymbol } from '@countersign/contract/rule/native-symbol.ts'
import type { TokenLabel } from '@countersign/contract/rule/rule.ts'
import { type ChangeEvent, type ComponentType, useState } from 'react'
import { useRouteQuery } from '../../../../../components/account-data.tsx'
import { optionsOf, optionsOfItems } from '../../../../../components/admin/options.ts'
import type { Form } from '../../../../../forms/use-form.ts'
import { CheckboxList } from '../../../../../ui/controls/checkbox-list.tsx'
import { Checkbox, Field, FieldError, FieldFrame, TextArea } from '../../../../../ui/controls/field.tsx'
import { RadioGroup } from '../../../../../ui/controls/radio-group.tsx'
import { Select } from '../../../../../ui/controls/select.tsx'
import { Notice } from '../../../../../ui/feedback/notice.tsx'
import { admin } from '../../../../../words/admin/admin.ts'
import { conditions as words } from '../../../../../words/admin/conditions.ts'
import { groupDigits } from '../../../../../words/rules/amounts.ts'
import { roleHash } from './build-condition.ts'
import { type ConditionValues, decimalsOf } from './condition-values.ts'
import type { LeafKind } from './known-contracts.ts'

type FieldsProps = { form: Form<ConditionValues>; groupId: string; token: TokenLabel }

/** The fields of a condition besides network and contract. */
export function OwnFields(props: FieldsProps) {
  const Fields = FIELDS[props.form.values.kind]
  return Fields ? <Fields {...props} /> : null
}

const FIELDS: Partial<Record<LeafKind, ComponentType<FieldsProps>>> = {
  native_balance: AmountFields,
  erc20_balance: AmountFields,
  erc721_balance: AmountFields,
  erc1155_balance: (props) => (
    <>
      <Field label={words.tokenIds} hint={words.tokenIdsHint(TOKEN_IDS_MAX)} {...props.form.verbatim('tokenIds')} />
      <AmountFields {...props} />
    </>
  ),
  erc721_token: ({ form }) => <Field label={words.tokenId} inputMode="numeric" {...form.verbatim('tokenId')} />,
  contract_role: RoleFields,
  hat: ({ form }) => <Field label={words.hatId} hint={words.hatHint} {...form.verbatim('hatId')} />,
  contract_call: CallFields,
  ens_name: NameFields,
  attestation: AttestationFields,
  poap: ({ form }) => (
    <Field label={words.eventId} hint={words.eventHint} inputMode="numeric" {...form.verbatim('eventId')} />
  ),
  group: GroupField,
  role: SiteRoles,
  wallet_kind: ({ form }) => (
    <RadioGroup legend={words.wallet} options={optionsOf(words.wallets)} {...form.choice('wallet')} />
  ),
  time_window: TimeFields,
}

type FormProps = Pick<FieldsProps, 'form'>

function AmountFields({ form, token }: Omit<FieldsProps, 'groupId'>) {
  const { kind, chainId, min, max } = form.values
  const decimals = decimalsOf(kind, token)
  const symbol = kind === 'native_balance' ? nativeSymbol(Number(chainId)) : (token.symbol ?? undefined)
  const isUnknown = kind === 'erc20_balance' && token.decimals === null
  const unit = isUnknown ? words.smallestHint : symbol && decimals > 0 ? words.amountHint(symbol) : undefined
  return (
    <>
      <div className="stack stack-close">
        <Field
          label={kind === 'erc721_balance' ? words.minNfts : words.min}
          hint={unit}
          inputMode="decimal"
          {...form.verbatim('min')}
        />
        <ExactAmount typed={min} decimals={decimals} />
      </div>
      <div className="stack stack-close">
        <Field label={words.max} hint={words.maxHint} inputMode="decimal" {...form.verbatim('max')} />
        <ExactAmount typed={max} decimals={decimals} />
      </div>
    </>
  )
}

function ExactAmount({ typed, decimals }: { typed: string; decimals: number }) {
  const parsed = parseAmount(typed, decimals)
  if (decimals === 0 || 'problem' in parsed) return null
  return <p className="small soft break">{words.amountExact(groupDigits(parsed.amount))}</p>
}

function RoleFields({ form }: FormProps) {
  const { system, role } = form.values
  const hash = system === 'access_control' && !role.trim().startsWith('0x') ? roleHash(role) : undefined
  return (
    <>
      <Select label={words.system} options={optionsOf(words.systems)} {...form.choice('system')} value={system} />
      <div className="stack stack-close">
        <Field
          label={words.roleName}
          hint={system === 'access_control' ? words.roleNameHint : words.roleNumberHint}
          maxLength={100}
          {...form.code('role')}
        />
        {hash ? <p className="small soft mono break">{words.roleHash(hash)}</p> : null}
      </div>
    </>
  )
}

function CallFields({ form }: FormProps) {
  const { returns } = form.values
  return (
    <>
      <Field label={words.method} hint={words.methodHint} maxLength={100} {...form.code('method')} />
      <Select label={words.returns} options={optionsOf(words.returnKinds)} {...form.choice('returns')} />
      {returns === 'uint256' ? (
        <Field label={words.minReturn} hint={words.minReturnHint} inputMode="numeric" {...form.verbatim('min')} />
      ) : null}
    </>
  )
}

function NameFields({ form }: FormProps) {
  return (
    <>
      <TextArea label={words.names} hint={words.namesHint(RULE_NAMES_MAX)} rows={4} {...form.verbatim('names')} />
      <div>
        <Checkbox label={words.subnames} {...form.flag('subnames')} />
        {form.values.subnames ? <p className="small soft">{words.subnamesHint}</p> : null}
      </div>
    </>
  )
}

function AttestationFields({ form }: FormProps) {
  return (
    <>
      <Field label={words.indexer} hint={words.indexerHint} maxLength={80} {...form.code('indexer')} />
      <Field label={words.schema} maxLength={80} {...form.code('schema')} />
      <TextArea
        label={words.attesters}
        hint={words.attestersHint(ATTESTERS_MAX)}
        rows={3}
        {...form.code('attesters')}
      />
    </>
  )
}

function GroupField({ form, groupId }: FieldsProps) {
  const all = useRouteQuery(listGroups).data?.items ?? []
  const usable = all.filter(({ id, ruleMembers }) => id !== groupId && ruleMembers === null)
  const chosen = form.values.groupId
  const isUsable = usable.some(({ id }) => id === chosen)
  return (
    <Select
      label={words.group}
      hint={usable.length === 0 ? words.noGroups : words.groupHint}
      value={isUsable ? chosen : ''}
      options={[...(isUsable ? [] : [{ value: '', label: words.groupMissing }]), ...optionsOfItems(usable)]}
      error={form.errors.groupId}
      onChoose={(id) => form.edit({ groupId: id })}
    />
  )
}

function SiteRoles({ form }: FormProps) {
  const roles = optionsOf(admin.roles).map(({ value, label }) => ({ id: value, name: label }))
  const choose = (ids: string[]) =>
    form.edit({ roles: roles.flatMap(({ id }) => (ids.includes(id) ? [id as Role] : [])) }) // ids of roles
  return (
    <fieldset className="stack stack-close" aria-describedby={form.errors.roles ? 'rule-roles-error' : undefined}>
      <legend className="medium">{words.roles}</legend>
      <CheckboxList items={roles} value={form.values.roles} onChoose={choose} />
      {form.errors.roles ? <FieldError id="rule-roles">{form.errors.roles}</FieldError> : null}
    </fieldset>
  )
}

function TimeFields({ form }: FormProps) {
  const hint = words.timeHint(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <>
      <Field label={words.from} hint={hint} type="datetime-local" {...form.text('from')} />
      <Field label={words.until} hint={hint} type="datetime-local" {...form.text('until')} />
    </>
  )
}

/** The server names at most this many lines. */
const SHOWN = 10

type ListFieldProps = { form: Form<ConditionValues>; list: WalletList | undefined; problems: readonly string[] }

/** A file is read into the text, where its lines can be corrected. */
export function ListField({ form, list, problems }: ListFieldProps) {
  const [fileError, setFileError] = useState<string>()
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    if (file.size > WALLET_LIST_MAX_BYTES) return setFileError(words.listTooLarge)
    const csv = await readText(file)
    setFileError(csv === undefined ? words.listUnreadable : undefined)
    if (csv !== undefined) form.edit({ csv })
  }
  return (
    <>
      {list ? <Notice>{words.listSaved(list.wallets)}</Notice> : null}
      <FieldFrame label={words.listFile} hint={words.listFileHint} error={fileError}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void readFile(event)}
          />
        )}
      </FieldFrame>
      <TextArea label={words.listText} rows={6} wrap="off" {...form.code('csv')} />
      {problems.length > 0 ? (
        <Notice tone="bad" role="alert" title={words.listProblems(problems.length)}>
          <ul className="stack stack-close">
            {problems.slice(0, SHOWN).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          {problems.length > SHOWN ? <p>{words.listMore(problems.length - SHOWN)}</p> : null}
        </Notice>
      ) : null}
    </>
  )
}

async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}
