import { getSettings, type Settings, updateSettings } from '@countersign/contract/routes/admin/settings.ts'
import { useRouteQuery, useSave } from '../../../components/account-data.tsx'
import { PageForm } from '../../../components/form/page-form.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useMay } from '../../../components/use-signed-in.ts'
import { useForm } from '../../../forms/use-form.ts'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { settings as words } from '../../../words/admin/site.ts'
import { SettingsFields } from './settings-fields.tsx'
import {
  savedLines,
  settingsBody,
  settingsServerErrors,
  validateSettings,
  valuesOfSettings,
} from './settings-values.ts'
import './settings.css'

export function SettingsScreen() {
  const answer = useRouteQuery(getSettings)
  const locked = !useMay('settings.write')
  return (
    <div className="stack stack-wide settings">
      <ScreenHead title={words.title} lead={words.lead} />
      {locked ? <Notice>{words.readOnly}</Notice> : null}
      <Loaded answer={answer} lines={10}>
        {(settings) => (
          <>
            <ReloadNotice settings={settings} />
            <SettingsForm settings={settings} locked={locked} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The page around the form still has the previous name, logo and color. */
function ReloadNotice({ settings: { name, accent, logo } }: { settings: Settings }) {
  const served = usePage().boot.public
  if (served.name === name && served.accent === accent && served.logo === logo) return null
  return (
    <Notice tone="good" actions={<Button onClick={() => location.reload()}>{words.reload}</Button>}>
      {words.reloadNote}
    </Notice>
  )
}

function SettingsForm({ settings, locked }: { settings: Settings; locked: boolean }) {
  const form = useForm({
    saved: { values: valuesOfSettings(settings), version: settings.version },
    locked,
    validate: (values, edits) => validateSettings(edits, values),
    serverErrors: settingsServerErrors,
    save: useSave(updateSettings, { refreshes: [getSettings], toast: words.saved }),
    body: (_, edits) => settingsBody(edits),
  })
  return (
    <PageForm form={form} className="stack stack-wide" current={savedLines(settings, Object.keys(form.edits))}>
      <SettingsFields form={form} settings={settings} />
    </PageForm>
  )
}
