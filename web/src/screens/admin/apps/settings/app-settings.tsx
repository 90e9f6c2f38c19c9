import { type App, getApp, listApps, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { useState } from 'react'
import { useSave } from '../../../../components/account-data.tsx'
import { PageForm } from '../../../../components/form/page-form.tsx'
import { useForm } from '../../../../forms/use-form.ts'
import { navigate } from '../../../../page/history.tsx'
import { app as words } from '../../../../words/admin/app.ts'
import { Advanced, Basics, ChangeCredentialsDialog, ClientAuthentication, Consent, Scopes } from './app-fields.tsx'
import { appBody, appServerErrors, changesCredentials, savedLines, validateApp, valuesOfApp } from './app-values.ts'

export function AppSettings({ app, locked }: { app: App; locked: boolean }) {
  const [asking, setAsking] = useState(false)
  const form = useForm({
    saved: { values: valuesOfApp(app), version: app.version },
    locked,
    validate: (_, edits) => validateApp(edits, app),
    serverErrors: appServerErrors,
    save: useSave(updateApp, { params: { id: app.id }, refreshes: [getApp, listApps], toast: words.saved }),
    body: (_, edits) => appBody(edits),
    confirm(edits) {
      const needed = changesCredentials(edits, app)
      setAsking(needed)
      return needed
    },
    onSaved(saved) {
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
