import { AppError } from '@countersign/contract/errors.ts'
import { DISPLAY_NAME_MAX } from '@countersign/contract/limits.ts'
import { isDisplayName } from '@countersign/contract/names/name.ts'
import { getProfile, type Profile, updateProfile } from '@countersign/contract/routes/person.ts'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { announce } from '../../../ui/live.ts'
import { Select } from '../../../ui/select.tsx'
import { type Theme, themes, writeTheme } from '../../../ui/theme.ts'
import { showToast } from '../../../ui/toast.tsx'
import { settings as text } from '../../../words/own.ts'
import { words } from '../../../words/words.ts'
import { deviceZone, timeZones } from './time-zones.ts'

type Draft = { name: string; theme: Theme | ''; timeZone: string }
type Refusals = { name?: string | undefined; timeZone?: string | undefined }

const THEMES = [
  { value: '', label: text.themeUnset },
  ...themes.map((theme) => ({ value: theme, label: words.frame.themes[theme] })),
] as const

type ProfileFormProps = { profile: Profile; refetch: () => Promise<{ data: Profile | undefined }> }

/** Saved as a whole and only what changed; someone who was quicker elsewhere is not overwritten. */
export function ProfileForm({ profile, refetch }: ProfileFormProps) {
  const { session } = usePage()
  // What the draft began with: its version is the one that may be replaced, whatever came in since.
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [refusals, setRefusals] = useState<Refusals>({})
  const save = useAct(updateProfile, { refreshes: [getProfile] })
  const begin = (next: Profile) => {
    setBase(next)
    setDraft(draftOf(next))
  }
  if (profile.version > base.version && isEmpty(changesOf(draft, base))) begin(profile)
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next })
    setRefusals({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = check(draft)
    setRefusals(found)
    if (found.name) return announce(found.name, 'assertive')
    const body = changesOf(draft, base)
    if (isEmpty(body)) return showToast(text.nothing)
    save.mutateAsync({ version: base.version, body }).then(
      (saved) => {
        begin(saved)
        if (body.theme) writeTheme(body.theme)
        showToast(text.saved)
        void session.check()
      },
      (error: unknown) => setRefusals(refusalsOf(error)),
    )
  }
  const stale = save.error instanceof AppError && save.error.code === 'version_conflict'
  const showNow = () => {
    save.reset()
    void refetch().then(({ data }) => data && begin(data))
  }
  return (
    <form className="stack" onSubmit={submit} noValidate aria-busy={save.isPending || undefined}>
      <Field
        label={text.name}
        hint={text.nameHint}
        refusal={refusals.name}
        value={draft.name}
        autoComplete="name"
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={text.language}
        value="en"
        options={[{ value: 'en', label: text.languages.en }]}
        onChoose={() => {}}
      />
      <Select label={text.theme} value={draft.theme} options={THEMES} onChoose={(theme) => change({ theme })} />
      <Select
        label={text.timeZone}
        hint={text.timeZoneHint}
        refusal={refusals.timeZone}
        value={draft.timeZone}
        options={[{ value: '', label: text.timeZoneUnset(deviceZone()) }, ...timeZones(profile.timeZone)]}
        onChoose={(timeZone) => change({ timeZone })}
      />
      {save.error && !refusals.name && !refusals.timeZone ? (
        <Refused error={save.error} onRetry={stale ? showNow : undefined} retry={stale ? text.showNow : undefined} />
      ) : null}
      <div className="actions calm">
        <Button look="primary" type="submit" aria-disabled={save.isPending || undefined}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

function draftOf({ displayName, theme, timeZone }: Profile): Draft {
  return { name: displayName ?? '', theme: theme ?? '', timeZone: timeZone ?? '' }
}

const nameOf = ({ name }: Draft): string => name.trim().normalize('NFC')

function check(draft: Draft): Refusals {
  const name = nameOf(draft)
  return name === '' || isDisplayName(name) ? {} : { name: text.nameRefused(DISPLAY_NAME_MAX) }
}

type Changes = { displayName?: string | null; theme?: Theme | null; timeZone?: string | null }

function changesOf(draft: Draft, profile: Profile): Changes {
  const name = nameOf(draft) || null
  const theme = draft.theme || null
  const timeZone = draft.timeZone || null
  return {
    ...(name === profile.displayName ? {} : { displayName: name }),
    ...(theme === profile.theme ? {} : { theme }),
    ...(timeZone === profile.timeZone ? {} : { timeZone }),
  }
}

function isEmpty(changes: Changes): boolean {
  return Object.keys(changes).length === 0
}

/** The server names the field it does not take. */
function refusalsOf(error: unknown): Refusals {
  const paths = error instanceof AppError ? (error.fields ?? []).map(({ path }) => path) : []
  return {
    name: paths.includes('/displayName') ? text.nameRefused(DISPLAY_NAME_MAX) : undefined,
    timeZone: paths.includes('/timeZone') ? text.timeZoneRefused : undefined,
  }
}
