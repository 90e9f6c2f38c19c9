import { type App, getApp, listApps, updateAppLogo } from '@countersign/contract/routes/admin/app.ts'
import { useAction } from '../../../../components/form/use-action.ts'
import { LogoField } from '../../../../components/logo/logo-field.tsx'
import { AppLogo } from '../../../../ui/app-logo.tsx'
import { site, app as words } from '../../../../words/admin.ts'

export function AppLogoField({ app, locked }: { app: App; locked: boolean }) {
  const { id, logo, version } = app
  const update = useAction(updateAppLogo, { refreshes: [getApp, listApps] })
  return (
    <LogoField
      save={{
        ...update,
        run: (image, onSaved) => update.run({ params: { id }, body: { image }, version }, onSaved),
      }}
      picture={logo ? <AppLogo logo={logo} alt={words.logoAlt} size={64} /> : null}
      text={{ hint: `${words.logoHint} ${site.logo.hint}`, alt: words.logoAlt, none: words.logoNone }}
      locked={locked}
    />
  )
}
