import type { Grant } from '@countersign/contract/routes/grant.ts'
import type { Scope } from '@countersign/contract/scope.ts'
import { useState } from 'react'
import { safeLaunchUrl } from '../../../components/launch-url.ts'
import { When } from '../../../components/when.tsx'
import { Link } from '../../../page/history.tsx'
import { AppIcon } from '../../../ui/app-logo.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { apps as text } from '../../../words/account-apps.ts'
import { Disconnect } from './disconnect.tsx'

export function AppRow({ grant: { id, app, scopes, grantedAt, lastUsedAt } }: { grant: Grant }) {
  const [confirming, setConfirming] = useState(false)
  const launch = safeLaunchUrl(app.launchUrl)
  return (
    <article className="connected-app sheet-row sheet">
      <AppIcon logo={app.logo} size={40} />
      <div>
        <h2>
          <Link to={`/apps/${id}`}>
            <bdi>{app.name}</bdi>
          </Link>
        </h2>
        <p className="soft">
          {text.access} {describeScopes(scopes)}
        </p>
        <p className="small soft">
          {text.since} <When at={grantedAt} /> · {text.lastUsed} <When at={lastUsedAt} />
        </p>
      </div>
      <div className="row">
        {launch ? (
          <ButtonLink href={launch} rel="noreferrer" aria-label={text.openOf(app.name)}>
            {text.open}
          </ButtonLink>
        ) : null}
        <Button aria-label={text.disconnectOf(app.name)} onClick={() => setConfirming(true)}>
          {text.disconnect}
        </Button>
      </div>
      {confirming ? <Disconnect id={id} name={app.name} onClose={() => setConfirming(false)} /> : null}
    </article>
  )
}

const list = new Intl.ListFormat(undefined, { style: 'short', type: 'unit' })
const ORDER = Object.keys(text.scopes) as Scope[] // the keys of a record are its key type

export function describeScopes(scopes: Grant['scopes']): string {
  return list.format(ORDER.filter((scope) => scopes.includes(scope)).map((scope) => text.scopes[scope]))
}
