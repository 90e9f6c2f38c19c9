import { type App, deleteApp, getApp, listApps, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { testApp } from '@countersign/contract/routes/admin/app-test.ts'
import { signOutOfApp } from '@countersign/contract/routes/admin/app-use.ts'
import { getStats } from '@countersign/contract/routes/admin/stats.ts'
import { useState } from 'react'
import { useAct, useAnswer, useRefresh } from '../../../components/account-data.tsx'
import { spanOf } from '../../../components/admin/local-days.ts'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { rememberTest } from '../../../components/admin/test-callback.ts'
import { Refused } from '../../../components/loaded.tsx'
import { When } from '../../../components/when.tsx'
import { isConflict } from '../../../forms/conflict-notice.tsx'
import { Link, navigate } from '../../../page/history.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { apps, app as words } from '../../../words/admin.ts'
import { AppStatus } from './apps.tsx'

type OverviewProps = { app: App; locked: boolean }

export function AppOverview({ app, locked }: OverviewProps) {
  return (
    <>
      <About app={app} />
      {locked ? null : (
        <>
          <TestIt app={app} />
          <Ending app={app} />
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
  if (launchUrl) facts.push([words.address, <Code key="address" text={launchUrl} />])
  facts.push(
    [words.people, people.toLocaleString()],
    [words.signInsLately, <Lately key="lately" id={app.id} />],
    [words.lastSignIn, lastSignInAt === null ? words.never : <When key="last" at={lastSignInAt} />],
    [words.added, <When key="added" at={createdAt} exact />],
  )
  return (
    <section className="sheet">
      <h2>{words.about}</h2>
      {status === 'active' ? null : <p className="soft">{words.offNote}</p>}
      <Facts of={facts} />
      <Link to={`/admin/activity?app=${app.id}`} className="text-link">
        {words.signIns}
      </Link>
    </section>
  )
}

const DAYS = 30

function Lately({ id }: { id: string }) {
  const [now] = useState(() => new Date())
  const { data } = useAnswer(getStats, { query: spanOf(DAYS, now) })
  return data ? (data.apps.find((app) => app.id === id)?.count ?? 0).toLocaleString() : '…'
}

function Code({ text }: { text: string }) {
  return (
    <code className="break" dir="ltr" translate="no">
      {text}
    </code>
  )
}

/** In this tab: what comes back ends where the test's result is shown. */
function TestIt({ app: { id, name, status } }: { app: App }) {
  const test = useAct(testApp)
  const leave = ({ url }: { url: string }) => {
    rememberTest({ id, name })
    location.assign(url)
  }
  const run = () => test.mutate({ params: { id } }, { onSuccess: leave })
  if (status !== 'active') return null
  return (
    <section className="sheet app-sheet stack">
      <h2>{words.test}</h2>
      <p className="soft">{words.testBody}</p>
      {test.error ? <Refused error={test.error} /> : null}
      <div className="row">
        <Button look="primary" aria-disabled={test.isPending || undefined} onClick={test.isPending ? undefined : run}>
          {test.isPending ? words.testing : words.test}
        </Button>
      </div>
    </section>
  )
}

function Ending({ app }: { app: App }) {
  const { id, version, status } = app
  const [asked, setAsked] = useState<'signOut' | 'remove'>()
  const turn = useAct(updateApp, { refreshes: [getApp, listApps] })
  const refresh = useRefresh()
  const on = status === 'active'
  const run = () =>
    turn.mutate(
      { params: { id }, version, body: { status: on ? 'disabled' : 'active' } },
      {
        onSuccess: () => showToast(on ? words.switchedOff : words.switchedOn),
        onError: (error) => isConflict(error) && void refresh(getApp),
      },
    )
  return (
    <section className="sheet app-sheet stack">
      <h2>{words.ending}</h2>
      {turn.error ? <Refused error={turn.error} /> : null}
      <div className="row">
        <Button aria-disabled={turn.isPending || undefined} onClick={turn.isPending ? undefined : run}>
          {on ? words.switchOff : words.switchOn}
        </Button>
        <Button onClick={() => setAsked('signOut')}>{words.signOut}</Button>
        <Button look="danger" onClick={() => setAsked('remove')}>
          {words.remove}
        </Button>
      </div>
      {asked === 'signOut' ? <SignOutDialog app={app} onClose={() => setAsked(undefined)} /> : null}
      {asked === 'remove' ? <RemoveDialog app={app} onClose={() => setAsked(undefined)} /> : null}
    </section>
  )
}

function SignOutDialog({ app: { id, name }, onClose }: { app: App; onClose: () => void }) {
  const end = useAct(signOutOfApp)
  const done = ({ ended }: { ended: number }) => {
    onClose()
    showToast(words.signedOut(ended))
  }
  return (
    <ConfirmDialog
      title={words.signOutTitle(name)}
      act={words.signOut}
      cancel={account.cancel}
      busy={end.isPending}
      refusal={refusalText(end.error)}
      onAct={() => end.mutate({ params: { id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{words.signOutBody}</p>
    </ConfirmDialog>
  )
}

function RemoveDialog({ app: { id, name, version, people }, onClose }: { app: App; onClose: () => void }) {
  const remove = useAct(deleteApp, { refreshes: [listApps] })
  const done = () => {
    showToast(words.removed)
    navigate('/admin/apps')
  }
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      act={words.remove}
      cancel={account.cancel}
      phrase={{ text: name, label: account.confirm.type(name), mismatch: account.confirm.mismatch(name) }}
      busy={remove.isPending}
      refusal={refusalText(remove.error)}
      onAct={() => remove.mutate({ params: { id }, version }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        {people > 0 ? words.removePeople(people) : null} {words.removeBody}
      </p>
    </ConfirmDialog>
  )
}
