import { type App, getApp, listApps, updateAppLogo } from '@countersign/contract/routes/admin/app.ts'
import { useAct, useRefresh } from '../../../../components/account-data.tsx'
import { LogoField, type LogoSaving } from '../../../../components/logo/logo-field.tsx'
import { isConflict } from '../../../../forms/conflict-notice.tsx'
import { AppLogo } from '../../../../ui/app-logo.tsx'
import { site, app as words } from '../../../../words/admin.ts'

export function AppLogoField({ app, locked }: { app: App; locked: boolean }) {
  const { logo } = app
  return (
    <LogoField
      saving={useSaving(app)}
      picture={logo ? <AppLogo logo={logo} alt={words.logoAlt} size={64} /> : null}
      text={{ hint: `${words.logoHint} ${site.logo.hint}`, alt: words.logoAlt, none: words.logoNone }}
      locked={locked}
    />
  )
}

function useSaving({ id, version }: App): LogoSaving {
  const { mutate, isPending, error } = useAct(updateAppLogo, { refreshes: [getApp, listApps] })
  const refresh = useRefresh()
  return {
    isPending,
    error,
    save: (image, onSuccess) =>
      mutate(
        { params: { id }, body: { image }, version },
        { onSuccess, onError: (refused) => void (isConflict(refused) && refresh(getApp)) },
      ),
  }
}
