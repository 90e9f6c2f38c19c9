import {
  type App,
  deleteApp,
  getApp,
  listApps,
  signOutOfApp,
  testApp,
  updateApp,
} from '@countersign/contract/routes/admin/app.ts'
import { listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { getStats } from '@countersign/contract/routes/admin/stats.ts'
import { useState } from 'react'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { spanOf } from '../../../components/admin/activity/local-days.ts'
import { Code } from '../../../components/admin/columns.tsx'
import { rememberTest } from '../../../components/admin/test-callback.ts'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { useAction } from '../../../components/form/use-save.ts'
import { AboutItem } from '../../../components/item/about-item.tsx'
import { DangerZone } from '../../../components/item/danger-zone.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Link, navigate } from '../../../page/history.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Fact } from '../../../ui/data/facts.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { app as words } from '../../../words/admin/app.ts'
import { apps } from '../../../words/admin/apps.ts'
import { AppStatus } from './apps.tsx'

type OverviewProps = { app: App; locked: boolean }

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

function About({ app }: { app: App }) {
  const { status, preset, clientId, launchUrl, people, lastSignInAt, createdAt } = app
  const facts: Fact[] = [
    [words.status, <AppStatus key="status" status={status} />],
    [words.software, apps.presets[preset].name],
    [words.clientId, <Code key="id" text={clientId} />],
  ]
  if (launchUrl) facts.push([words.launchUrl, <Code key="address" text={launchUrl} />])
  facts.push(
    [words.people, people.toLocaleString()],
    [words.recentSignIns, <RecentSignIns key="recent" id={app.id} />],
    [words.lastSignIn, lastSignInAt === null ? words.never : <Timestamp key="last" at={lastSignInAt} />],
    [words.created, <Timestamp key="added" at={createdAt} exact />],
  )
  return (
    <AboutItem facts={facts} note={status === 'active' ? null : words.disabledNote}>
      <Link to={`/admin/activity?app=${app.id}`} className="text-link">
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
function TestSignIn({ app: { id, name, status } }: { app: App }) {
  const test = useRouteMutation(testApp)
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

function Lifecycle({ app }: { app: App }) {
  const { id, name, version, status, people } = app
  const [open, setOpen] = useState<'signOut' | 'remove'>()
  const toggle = useAction(updateApp, { refreshes: [getApp, listApps] })
  const on = status === 'active'
  const close = () => setOpen(undefined)
  const runToggle = () =>
    toggle.run({ params: { id }, version, body: { status: on ? 'disabled' : 'active' } }, () =>
      showToast(on ? words.disabled : words.enabled),
    )
  return (
    <DangerZone error={toggle.error} remove={words.remove} uses={[]} onRemove={() => setOpen('remove')}>
      <Button busy={toggle.isPending} onClick={runToggle}>
        {on ? words.disable : words.enable}
      </Button>
      <Button onClick={() => setOpen('signOut')}>{words.signOut}</Button>
      {open === 'signOut' ? (
        <ActionDialog
          title={words.signOutTitle(name)}
          confirmLabel={words.signOut}
          route={signOutOfApp}
          call={{ params: { id } }}
          refreshes={[]}
          done={({ ended }) => words.signedOut(ended)}
          onClose={close}
        >
          <p>{words.signOutBody}</p>
        </ActionDialog>
      ) : null}
      {open === 'remove' ? (
        <ActionDialog
          title={words.removeTitle(name)}
          confirmLabel={words.remove}
          phrase={name}
          route={deleteApp}
          call={{ params: { id }, version }}
          refreshes={[listApps, listGroupUses]}
          reloads={[getApp]}
          done={words.removed}
          onDone={() => navigate('/admin/apps')}
          onClose={close}
        >
          <p>
            {people > 0 ? words.removePeople(people) : null} {words.removeBody}
          </p>
        </ActionDialog>
      ) : null}
    </DangerZone>
  )
}
