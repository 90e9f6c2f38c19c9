import * as routes from '@countersign/contract/routes/admin/app.ts'
import { listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { getStats } from '@countersign/contract/routes/admin/stats.ts'
import { useState } from 'react'
import { useAction, useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { spanOf } from '../../../components/admin/activity/local-days.ts'
import { Code, TimeOrNever } from '../../../components/admin/table.tsx'
import { rememberTest } from '../../../components/admin/test-callback.ts'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { AboutItem } from '../../../components/item/about-item.tsx'
import { DangerZone } from '../../../components/item/danger-zone.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Link, navigate } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { app as words } from '../../../words/admin/app.ts'
import { apps } from '../../../words/admin/apps.ts'
import { AppStatus } from './apps.tsx'

type OverviewProps = { app: routes.App; locked: boolean }

export function AppOverview({ app, locked }: OverviewProps) {
  return (
    <>
      <About app={app} />
      {locked ? null : (
        <>
          <TestSignIn app={app} />
          <Lifecycle app={app} />
        </>
      )}
    </>
  )
}

function About({ app }: { app: routes.App }) {
  const { id, status, preset, clientId, launchUrl, people, lastSignInAt, createdAt } = app
  return (
    <AboutItem
      note={status === 'active' ? null : words.disabledNote}
      facts={[
        [words.status, <AppStatus key="status" status={status} />],
        [words.software, apps.presets[preset].name],
        [words.clientId, <Code key="id" text={clientId} />],
        launchUrl ? [words.launchUrl, <Code key="address" text={launchUrl} />] : null,
        [words.people, people.toLocaleString()],
        [words.recentSignIns, <RecentSignIns key="recent" id={id} />],
        [words.lastSignIn, <TimeOrNever key="last" at={lastSignInAt} />],
        [words.created, <Timestamp key="added" at={createdAt} exact />],
      ]}
    >
      <Link to={`/admin/activity?app=${id}`} className="text-link">
        {words.viewActivity}
      </Link>
    </AboutItem>
  )
}

const DAYS = 30

function RecentSignIns({ id }: { id: string }) {
  const [now] = useState(() => new Date())
  const { data } = useRouteQuery(getStats, { query: spanOf(DAYS, now) })
  return data ? (data.apps.find((app) => app.id === id)?.count ?? 0).toLocaleString() : '…'
}

/** Runs in this tab, which returns to the page with the result. */
function TestSignIn({ app: { id, name, status } }: { app: routes.App }) {
  const test = useRouteMutation(routes.testApp)
  const leave = ({ url }: { url: string }) => {
    rememberTest({ id, name })
    location.assign(url)
  }
  const run = () => test.mutate({ params: { id } }, { onSuccess: leave })
  if (status !== 'active') return null
  return (
    <section className="sheet sheet-roomy stack">
      <h2>{words.test}</h2>
      <p className="soft">{words.testBody}</p>
      {test.error ? <ErrorNotice error={test.error} /> : null}
      <div className="row">
        <Button look="primary" busy={test.isPending} onClick={run}>
          {test.isPending ? words.testing : words.test}
        </Button>
      </div>
    </section>
  )
}

function Lifecycle({ app: { id, name, version, status, people } }: { app: routes.App }) {
  const on = status === 'active'
  const toggle = useAction(routes.updateApp, {
    refreshes: [routes.getApp, routes.listApps],
    toast: on ? words.disabled : words.enabled,
  })
  return (
    <DangerZone
      error={toggle.error}
      remove={words.remove}
      dialog={(onClose) => (
        <ActionDialog
          title={words.removeTitle(name)}
          confirmLabel={words.remove}
          phrase={name}
          route={routes.deleteApp}
          call={{ params: { id }, version }}
          refreshes={[routes.listApps, listGroupUses]}
          reloads={[routes.getApp]}
          done={words.removed}
          onDone={() => navigate('/admin/apps')}
          onClose={onClose}
        >
          <p>
            {people > 0 ? words.removePeople(people) : null} {words.removeBody}
          </p>
        </ActionDialog>
      )}
    >
      <Button
        busy={toggle.isPending}
        onClick={() => toggle.run({ params: { id }, version, body: { status: on ? 'disabled' : 'active' } })}
      >
        {on ? words.disable : words.enable}
      </Button>
      <DialogButton
        dialog={(onClose) => (
          <ActionDialog
            title={words.signOutTitle(name)}
            confirmLabel={words.signOut}
            route={routes.signOutOfApp}
            call={{ params: { id } }}
            done={({ ended }) => words.signedOut(ended)}
            onClose={onClose}
          >
            <p>{words.signOutBody}</p>
          </ActionDialog>
        )}
      >
        {words.signOut}
      </DialogButton>
    </DangerZone>
  )
}
