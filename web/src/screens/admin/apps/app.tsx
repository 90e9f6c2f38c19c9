import { mayDo } from '@countersign/contract/permission.ts'
import { type App, getApp } from '@countersign/contract/routes/admin/app.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { isMissing } from '../../../components/admin/is-missing.ts'
import { ItemScreen } from '../../../components/item/item-screen.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AppLogo } from '../../../ui/identity/app-logo.tsx'
import { app as words } from '../../../words/admin/app.ts'
import { AppAccess } from './app-access.tsx'
import { AppCredentials } from './app-credentials.tsx'
import { AppOverview } from './app-overview.tsx'
import { AppPeople } from './app-people.tsx'
import { AppSetup } from './app-setup.tsx'
import { AppSettings } from './settings/app-settings.tsx'
import './apps.css'

export function AppScreen({ params }: { params: Record<string, string> }) {
  const { me } = useAccount()
  const answer = useRouteQuery(getApp, { params: { id: params.id ?? '' } })
  const locked = !mayDo(me.role, 'apps')
  return (
    <ItemScreen
      list={{ label: words.crumb, to: '/admin/apps' }}
      params={params}
      partsLabel={words.partsLabel}
      parts={words.parts}
      answer={answer}
      isMissing={isMissing(answer.error)}
      picture={({ logo }) => (logo ? <AppLogo logo={logo} size={36} /> : null)}
      notice={locked ? <Notice>{words.readOnly}</Notice> : null}
    >
      {(app, part) => <PartContent part={part} app={app} locked={locked} />}
    </ItemScreen>
  )
}

type PartContentProps = { part: keyof typeof words.parts; app: App; locked: boolean }

function PartContent({ part, app, locked }: PartContentProps) {
  if (part === 'settings') return <AppSettings app={app} locked={locked} />
  if (part === 'people') return <AppPeople app={app} />
  if (part === 'access') return <AppAccess app={app} locked={locked} />
  if (part === 'overview') return <AppOverview app={app} locked={locked} />
  return (
    <>
      <AppSetup app={app} secret={null} />
      <AppCredentials app={app} locked={locked} />
    </>
  )
}
