import { APP_NAME_MAX, APP_URI_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { AccessChoice } from '../../../../components/admin/access-choice.tsx'
import { type Form, VERBATIM } from '../../../../forms/use-form.ts'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { apps as words } from '../../../../words/admin-apps.ts'
import { AllowHttp } from '../allow-http.tsx'
import { hasDefaultRedirect, type NewApp, redirectOf, wantsHttp } from './new-app.ts'

const URL_FIELD = { type: 'url', className: 'mono', maxLength: APP_URI_MAX, ...VERBATIM } as const
const KINDS: App['kind'][] = ['web', 'spa', 'native']

export function AddAppFields({ form }: { form: Form<NewApp> }) {
  const { values } = form
  const isDefault = hasDefaultRedirect(values.preset)
  return (
    <>
      <Field label={words.name} hint={words.nameHint} maxLength={APP_NAME_MAX} {...VERBATIM} {...form.text('name')} />
      {values.preset === 'other' ? (
        <Select
          label={words.kind}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          {...form.choice('kind')}
        />
      ) : null}
      {values.kind === 'native' ? null : (
        <Field
          label={words.address}
          hint={isDefault ? words.addressHint : words.addressOptional}
          {...URL_FIELD}
          {...form.text('address')}
        />
      )}
      <Field
        label={words.redirect}
        hint={isDefault ? words.redirectProposed : words.redirectOwn}
        {...URL_FIELD}
        {...form.text('redirect')}
        value={redirectOf(values)}
      />
      {wantsHttp(values) ? (
        <AllowHttp
          checked={values.allowHttp}
          // The error of the redirect URI is about http, so it is cleared.
          onChange={(event) => form.edit({ allowHttp: event.currentTarget.checked, redirect: values.redirect })}
        />
      ) : null}
      <AccessChoice {...form.choice('access')} />
    </>
  )
}
