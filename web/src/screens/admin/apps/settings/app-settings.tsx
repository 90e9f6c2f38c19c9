import { type App, getApp, listApps, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { useState } from 'react'
import { PageForm } from '../../../../components/form/page-form.tsx'
import { useSave } from '../../../../components/form/use-save.ts'
import { useForm } from '../../../../forms/use-form.ts'
import { navigate } from '../../../../page/history.tsx'
import { showToast } from '../../../../ui/feedback/toast.tsx'
import { app as words } from '../../../../words/admin/app.ts'
import { Advanced } from './app-advanced.tsx'
import { Basics, ChangeCredentialsDialog, ClientAuthentication, Consent, Scopes } from './app-fields.tsx'
import { appBody, appServerErrors, changesCredentials, savedLines, validateApp, valuesOfApp } from './app-values.ts'

export function AppSettings({ app, locked }: { app: App; locked: boolean }) {
  const [asking, setAsking] = useState(false)
  const form = useForm({
    saved: { values: valuesOfApp(app), version: app.version },
    locked,
    validate: (_, edits) => validateApp(edits, app),
    serverErrors: appServerErrors,
    save: useSave(updateApp, { params: { id: app.id }, refreshes: [getApp, listApps] }),
    body: (_, edits) => appBody(edits),
    confirm(edits) {
      const needed = changesCredentials(edits, app)
      setAsking(needed)
      return needed
    },
    onSaved(saved) {
      showToast(words.saved)
      // The app needs a secret now, which is created there.
      if (app.jwks !== null && changesCredentials(saved, app)) navigate(`/admin/apps/${app.id}/setup`)
    },
  })
  const section = { app, form }
  return (
    <>
      <PageForm form={form} className="stack stack-wide settings" current={savedLines(app, form.edits)}>
        <Basics {...section} />
        <Scopes {...section} />
        <Consent {...section} />
        <ClientAuthentication {...section} />
        <Advanced {...section} />
      </PageForm>
      {asking ? (
        <ChangeCredentialsDialog
          app={app}
          onAct={() => {
            setAsking(false)
            form.save()
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
