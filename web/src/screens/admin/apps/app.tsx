import { getApp } from '@countersign/contract/routes/admin/app.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { ItemScreen } from '../../../components/item/item-screen.tsx'
import { useMay } from '../../../components/use-signed-in.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AppLogo } from '../../../ui/identity/app-logo.tsx'
import { app as words } from '../../../words/admin/app.ts'
import { AppAccess, AppPeople } from './app-access.tsx'
import { AppCredentials } from './app-credentials.tsx'
import { AppOverview } from './app-overview.tsx'
import { AppSetup } from './app-setup.tsx'
import { AppSettings } from './settings/app-settings.tsx'
import './apps.css'

export function AppScreen({ params }: { params: Record<string, string> }) {
  const answer = useRouteQuery(getApp, { params: { id: params.id ?? '' } })
  const locked = !useMay('apps')
  return (
    <ItemScreen
      list={{ label: words.crumb, to: '/admin/apps' }}
      params={params}
      partsLabel={words.partsLabel}
      parts={words.parts}
      answer={answer}
      picture={({ logo }) => (logo ? <AppLogo logo={logo} size={36} /> : null)}
      notice={locked ? <Notice>{words.readOnly}</Notice> : null}
      content={{
        overview: (app) => <AppOverview app={app} locked={locked} />,
        setup: (app) => (
          <>
            <AppSetup app={app} secret={null} />
            <AppCredentials app={app} locked={locked} />
          </>
        ),
        access: (app) => <AppAccess app={app} locked={locked} />,
        people: (app) => <AppPeople app={app} />,
        settings: (app) => <AppSettings app={app} locked={locked} />,
      }}
    />
  )
}
