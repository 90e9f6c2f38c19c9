import { getLauncher, type LauncherItem } from '@countersign/contract/routes/launcher.ts'
import { LayoutGrid } from 'lucide'
import { useState } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { safeLaunchUrl } from '../../../components/launch-url.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { SmallLink } from '../../../page/link-button.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { List } from '../../../ui/data/list.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AppLogo } from '../../../ui/identity/app-logo.tsx'
import { home as text } from '../../../words/account/home.ts'
import './launcher.css'

/** Three rows of four; the rest is one click away. */
const SHOWN = 12
const LOGO_SIZE = 48

export function Launcher() {
  const answer = useRouteQuery(getLauncher)
  return (
    <section className="stack stack-medium" aria-labelledby="launcher">
      <div className="launcher-head spread">
        <h2 id="launcher">{text.launcher}</h2>
        <SmallLink to="/apps">{text.connectedApps}</SmallLink>
      </div>
      <Loaded answer={answer} lines={4}>
        {({ items, incomplete }) => (
          <>
            <Tiles items={items.flatMap(withSafeUrl)} incomplete={incomplete} />
            {incomplete ? (
              <Notice actions={<Button onClick={() => void answer.refetch()}>{text.checkAgain}</Button>}>
                {text.incomplete}
              </Notice>
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  )
}

function withSafeUrl(item: LauncherItem): LauncherItem[] {
  const url = safeLaunchUrl(item.url)
  return url === undefined ? [] : [{ ...item, url }]
}

function Tiles({ items, incomplete }: { items: LauncherItem[]; incomplete: boolean }) {
  const { name: instance } = usePage().boot.public
  const [all, setAll] = useState(false)
  if (items.length === 0) {
    return incomplete ? null : (
      <EmptyState icon={LayoutGrid} title={text.noLauncher}>
        {text.noLauncherBody(instance)}
      </EmptyState>
    )
  }
  const shown = all ? items : items.slice(0, SHOWN)
  return (
    <>
      <List of={shown} className="launcher">
        {(item) => <Tile item={item} />}
      </List>
      {shown.length < items.length ? (
        <Button className="launcher-more" onClick={() => setAll(true)}>
          {text.showAll(items.length)}
        </Button>
      ) : null}
    </>
  )
}

function Tile({ item: { name, logo, url } }: { item: LauncherItem }) {
  return (
    <a className="tile surface stack" href={url} rel="noreferrer">
      {logo ? (
        <AppLogo logo={logo} size={LOGO_SIZE} />
      ) : (
        <span className="tile-letter" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <span className="tile-text">
        <bdi className="tile-name">{name}</bdi>
        <span className="tile-host small soft" translate="no">
          {new URL(url).host}
        </span>
      </span>
    </a>
  )
}
