import { listGrants } from '@countersign/contract/routes/grant.ts'
import { AppWindow, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { safeLaunchUrl } from '../../../components/launch-url.ts'
import { SmallLink } from '../../../page/link-button.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { AppIcon, WithLogo } from '../../../ui/app-logo.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { home as text } from '../../../words/account-home.ts'

const MAX_APPS = 6

export function HomeApps() {
  const { name } = usePage().boot.public
  const apps = useRouteQuery(listGrants).data?.items
  if (!apps || apps.length === 0) {
    return (
      <section className="stack stack-close" aria-labelledby="home-apps">
        <h2 id="home-apps">{text.apps}</h2>
        <EmptyState icon={AppWindow} title={text.noApps}>
          {text.noAppsBody(name)}
        </EmptyState>
      </section>
    )
  }
  const shown = apps.slice(0, MAX_APPS)
  const pictures = shown.some(({ app }) => app.logo !== null)
  return (
    <section className="sheet home-list" aria-labelledby="home-apps">
      <div className="home-list-head spread">
        <h2 id="home-apps">{text.apps}</h2>
        <SmallLink to="/apps">{text.allApps}</SmallLink>
      </div>
      <ul className="sheet-list">
        {shown.map(({ id, app }) => (
          <li key={id} className="home-app break">
            <AppName to={safeLaunchUrl(app.launchUrl)}>
              <WithLogo picture={pictures ? <AppIcon logo={app.logo} size={32} /> : null}>
                <bdi>{app.name}</bdi>
              </WithLogo>
            </AppName>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AppName({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to ? (
    <a href={to} rel="noreferrer">
      {children}
      <ArrowUpRight size={16} aria-hidden="true" />
    </a>
  ) : (
    children
  )
}
