import { mayDo } from '@countersign/contract/permission.ts'
import { type App, getApp } from '@countersign/contract/routes/admin/app.ts'
import { oneOf } from '../../../components/admin/options.ts'
import { PartNav } from '../../../components/admin/part-nav.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { useQuery } from '../../../page/history.tsx'
import { AppLogo } from '../../../ui/app-logo.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { account } from '../../../words/account.ts'
import { app as words } from '../../../words/admin-app.ts'
import { AppAccess } from './app-access.tsx'
import { AppCredentials } from './app-credentials.tsx'
import { AppOverview } from './app-overview.tsx'
import { AppPeople } from './app-people.tsx'
import { AppSetup } from './app-setup.tsx'
import { AppSettings } from './settings/app-settings.tsx'
import './apps.css'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { isMissing } from '../../../components/admin/is-missing.ts'

type Part = keyof typeof words.parts
const PARTS = Object.keys(words.parts) as Part[] // the keys of a const object are its key type

export function AppScreen({ params }: { params: Record<string, string> }) {
  const { me } = useAccount()
  const answer = useRouteQuery(getApp, { params: { id: params.id ?? '' } })
  const part = oneOf(useQuery('part'), PARTS) ?? 'overview'
  if (isMissing(answer.error)) return <NotFoundScreen />
  const { data } = answer
  const title = data?.name ?? account.unknownTitle
  const locked = !mayDo(me.role, 'apps')
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={data ? 'loaded' : 'loading'}
        title={title}
        screen={data ? screenOf(title, part) : title}
        picture={data?.logo ? <AppLogo logo={data.logo} size={36} /> : null}
        crumbs={[{ label: words.crumb, to: '/admin/apps' }]}
      />
      <PartNav label={words.partsLabel} at={`/admin/apps/${params.id}`} parts={words.parts} chosen={part} />
      {locked ? <Notice>{words.readOnly}</Notice> : null}
      <Loaded answer={answer} lines={8}>
        {(app) => <PartContent part={part} app={app} locked={locked} />}
      </Loaded>
    </div>
  )
}

function screenOf(name: string, part: Part): string {
  return part === 'overview' ? name : `${words.parts[part]} · ${name}`
}

function PartContent({ part, app, locked }: { part: Part; app: App; locked: boolean }) {
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
