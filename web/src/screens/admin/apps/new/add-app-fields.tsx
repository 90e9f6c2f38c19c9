import { APP_NAME_MAX, APP_URI_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { AccessChoice } from '../../../../components/admin/access-choice.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { apps as words } from '../../../../words/admin.ts'
import { AllowHttp } from '../allow-http.tsx'
import { isProposed, type NewApp, type NewAppRefusals, redirectOf, wantsHttp } from './new-app.ts'

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
const KINDS: App['kind'][] = ['web', 'spa', 'native']

type FieldsProps = { draft: NewApp; refusals: NewAppRefusals; change: (next: Partial<NewApp>) => void }

export function AddAppFields({ draft, refusals, change }: FieldsProps) {
  const proposed = isProposed(draft.preset)
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        refusal={refusals.name}
        value={draft.name}
        maxLength={APP_NAME_MAX}
        {...PLAIN}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {draft.preset === 'other' ? (
        <Select
          label={words.kind}
          value={draft.kind}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          onChoose={(kind) => change({ kind })}
        />
      ) : null}
      {draft.kind === 'native' ? null : (
        <Field
          label={words.address}
          hint={proposed ? words.addressHint : words.addressOptional}
          refusal={refusals.address}
          value={draft.address}
          type="url"
          className="mono"
          maxLength={APP_URI_MAX}
          {...PLAIN}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
      )}
      <Field
        label={words.redirect}
        hint={proposed ? words.redirectProposed : words.redirectOwn}
        refusal={refusals.redirect}
        value={redirectOf(draft)}
        type="url"
        className="mono"
        maxLength={APP_URI_MAX}
        {...PLAIN}
        onChange={(event) => change({ redirect: event.currentTarget.value })}
      />
      {wantsHttp(draft) ? (
        <AllowHttp
          checked={draft.allowHttp}
          onChange={(allowHttp) => change({ allowHttp, redirect: draft.redirect })}
        />
      ) : null}
      <AccessChoice value={draft.access} refusal={refusals.access} onChange={(access) => change({ access })} />
    </>
  )
}
