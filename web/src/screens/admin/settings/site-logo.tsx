import { getSettings, type Settings, updateLogo } from '@countersign/contract/routes/admin/settings.ts'
import { useAct, useRefresh } from '../../../components/account-data.tsx'
import { LogoField, type LogoSaving } from '../../../components/logo/logo-field.tsx'
import { isConflict } from '../../../forms/conflict-notice.tsx'
import { site } from '../../../words/admin.ts'

const { logo: common, settings: words } = site

export function SiteLogo({ settings, locked }: { settings: Settings; locked: boolean }) {
  const { logo } = settings
  return (
    <LogoField
      saving={useSaving(settings)}
      picture={
        logo ? (
          <span className="frame-mark">
            <img src={logo} alt={words.logoAlt} height={64} />
          </span>
        ) : null
      }
      text={{ hint: common.hint, alt: words.logoAlt, none: words.logoNone }}
      locked={locked}
    />
  )
}

function useSaving({ version }: Settings): LogoSaving {
  const { mutate, isPending, error } = useAct(updateLogo, { refreshes: [getSettings] })
  const refresh = useRefresh()
  return {
    isPending,
    error,
    save: (image, onSuccess) =>
      mutate(
        { body: { image }, version },
        { onSuccess, onError: (refused) => void (isConflict(refused) && refresh(getSettings)) },
      ),
  }
}
