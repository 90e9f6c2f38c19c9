import { getSettings, type Settings, updateLogo } from '@countersign/contract/routes/admin/settings.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { LogoField } from '../../../components/logo/logo-field.tsx'
import { site } from '../../../words/admin.ts'

const { logo: common, settings: words } = site

export function SiteLogo({ settings, locked }: { settings: Settings; locked: boolean }) {
  const { logo, version } = settings
  const update = useAction(updateLogo, { refreshes: [getSettings] })
  return (
    <LogoField
      save={{ ...update, run: (image, onSaved) => update.run({ body: { image }, version }, onSaved) }}
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
