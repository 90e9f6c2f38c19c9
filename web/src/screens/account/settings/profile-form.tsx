import { DISPLAY_NAME_MAX } from '@countersign/contract/limits.ts'
import { isDisplayName } from '@countersign/contract/names/name.ts'
import { getProfile, type Profile, updateProfile } from '@countersign/contract/routes/person.ts'
import { useSave } from '../../../components/account-data.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { ConflictNotice } from '../../../forms/conflict-notice.tsx'
import { errorsAtPointers, type FieldErrors, firstError, withoutUndefined } from '../../../forms/form.ts'
import { LeaveGuard } from '../../../forms/leave-guard.tsx'
import { normalizeText } from '../../../forms/typed-text.ts'
import { useForm } from '../../../forms/use-form.ts'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { type Option, Select } from '../../../ui/controls/select.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { type Theme, themes, writeTheme } from '../../../ui/theme.ts'
import { settings as text } from '../../../words/account/settings.ts'
import { words } from '../../../words/words.ts'

type ProfileValues = { name: string; theme: Theme | ''; timeZone: string }

const DEVICE_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const THEMES = [
  { value: '', label: text.themeUnset },
  ...themes.map((theme) => ({ value: theme, label: words.frame.themes[theme] })),
] as const

export function ProfileForm({ profile }: { profile: Profile }) {
  const { session } = usePage()
  const form = useForm({
    saved: { values: valuesOfProfile(profile), version: profile.version },
    validate: validateProfile,
    serverErrors: (error) => {
      const { displayName, timeZone } = errorsAtPointers<Record<string, string>>(error, {
        displayName: () => text.nameRefused(DISPLAY_NAME_MAX),
        timeZone: () => text.timeZoneRefused,
      })
      return withoutUndefined<FieldErrors<ProfileValues>>({ name: displayName, timeZone })
    },
    save: useSave(updateProfile, { refreshes: [getProfile] }),
    body: (_, edits) => profileBody(edits),
    confirm(edits) {
      const isUnchanged = Object.keys(edits).length === 0
      if (isUnchanged) showToast(text.nothing)
      return isUnchanged
    },
    onSaved(_, { theme }) {
      if (theme) writeTheme(theme)
      showToast(text.saved)
      void session.check()
    },
  })
  return (
    <>
      <form ref={form.ref} className="stack" onSubmit={form.submit} noValidate aria-busy={form.pending || undefined}>
        <Field label={text.name} hint={text.nameHint} autoComplete="name" {...form.text('name')} />
        <Select
          label={text.language}
          value="en"
          options={[{ value: 'en', label: text.languages.en }]}
          onChoose={() => {}}
        />
        <Select label={text.theme} options={THEMES} {...form.choice('theme')} />
        <Select
          label={text.timeZone}
          hint={text.timeZoneHint}
          options={[{ value: '', label: text.timeZoneUnset(readable(DEVICE_ZONE)) }, ...timeZones(profile.timeZone)]}
          {...form.choice('timeZone')}
        />
        <ConflictNotice form={form}>
          <strong>{savedLine(profile)}</strong>
        </ConflictNotice>
        {form.failure && !firstError(form.errors) ? <ErrorNotice error={form.failure} /> : null}
        <div className="actions calm">
          <Button look="primary" type="submit" aria-disabled={form.pending || undefined}>
            {text.save}
          </Button>
        </div>
      </form>
      <LeaveGuard active={form.dirty} />
    </>
  )
}

function valuesOfProfile({ displayName, theme, timeZone }: Profile): ProfileValues {
  return { name: displayName ?? '', theme: theme ?? '', timeZone: timeZone ?? '' }
}

function savedLine({ displayName, theme, timeZone }: Profile): string {
  const shown = [displayName, theme && words.frame.themes[theme], timeZone]
  return shown.filter((each) => each !== null).join(' · ') || '–'
}

function validateProfile({ name }: ProfileValues): FieldErrors<ProfileValues> {
  const isValid = name.trim() === '' || isDisplayName(normalizeText(name))
  return isValid ? {} : { name: text.nameRefused(DISPLAY_NAME_MAX) }
}

function profileBody({ name, theme, timeZone }: Partial<ProfileValues>) {
  return {
    ...(name === undefined ? {} : { displayName: normalizeText(name) || null }),
    ...(theme === undefined ? {} : { theme: theme || null }),
    ...(timeZone === undefined ? {} : { timeZone: timeZone || null }),
  }
}

/** The selected one is listed even if this browser does not support it. */
function timeZones(chosen: string | null): Option<string>[] {
  const supported = Intl.supportedValuesOf('timeZone')
  const all = chosen === null || supported.includes(chosen) ? supported : [chosen, ...supported]
  return all.map((zone) => ({ value: zone, label: readable(zone) }))
}

function readable(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ')
}
