import type { AnswerOf } from '@countersign/contract/route.ts'
import { finishAppTest } from '@countersign/contract/routes/admin/app.ts'
import { CircleAlert, CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { ClaimList } from '../../../components/admin/claim-list.tsx'
import { forgetTest, isDeclined, readTestCallback, type TestCallback } from '../../../components/admin/test-callback.ts'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Link } from '../../../page/history.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { app } from '../../../words/admin/app.ts'
import './app-test.css'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'

const { tester: words, crumb } = app

/** The result of a test sign-in; this page acts as the app. */
export function AppTestScreen() {
  const [callback] = useState(() => readTestCallback(location.search))
  useEffect(() => {
    forgetTest()
    // The code is a secret, so it is removed from the history.
    history.replaceState(null, '', location.pathname)
  }, [])
  const app = callback && { label: callback.app.name, to: `/admin/apps/${callback.app.id}` }
  const crumbs = app ? [{ label: crumb, to: '/admin/apps' }, app] : []
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} crumbs={crumbs} />
      {callback ? (
        <Outcome callback={callback} />
      ) : (
        <>
          <Notice title={words.unknown}>{words.unknownBody}</Notice>
          <Link to="/admin/apps" className="text-link">
            {words.toApps}
          </Link>
        </>
      )}
    </div>
  )
}

function Outcome({ callback }: { callback: TestCallback }) {
  const { app: tested, body } = callback
  const finish = useRouteMutation(finishAppTest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the response in the URL
  useEffect(() => finish.mutate({ params: { id: tested.id }, body }), [])
  return (
    <>
      {finish.data ? <Result result={finish.data} declined={isDeclined(callback)} /> : null}
      {finish.error ? <ErrorNotice error={finish.error} /> : null}
      {finish.data || finish.error ? null : <Skeleton label={words.checking} lines={6} />}
      <Link to={`/admin/apps/${tested.id}`} className="text-link">
        {words.toApp}
      </Link>
      {finish.data?.idToken ? <Claims title={words.idToken} claims={finish.data.idToken} /> : null}
      {finish.data?.userinfo ? <Claims title={words.userinfo} claims={finish.data.userinfo} /> : null}
    </>
  )
}

type ResultProps = { result: AnswerOf<typeof finishAppTest>; declined: boolean }

function Result({ result: { steps }, declined }: ResultProps) {
  const good = steps.every(({ problem }) => problem === null)
  if (declined && !good)
    return (
      <Notice title={words.declined}>
        <p>{words.declinedBody}</p>
        <ServerMessage text={steps.at(-1)?.problem ?? ''} />
      </Notice>
    )
  return (
    <>
      <Notice tone={good ? 'good' : 'bad'} title={good ? words.passed : words.failed}>
        {good ? words.passedBody : words.failedBody}
      </Notice>
      <ol className="stack stack-medium">
        {steps.map(({ step, problem }) => (
          <li key={step}>
            <div className={problem === null ? 'test-step' : 'test-step bad'}>
              <Icon icon={problem === null ? CircleCheck : CircleAlert} size={20} />
              <div>
                <p>
                  {words.steps[step]} <span className="hidden-visually">{problem === null ? words.ok : words.bad}</span>
                </p>
                {problem === null ? null : <ServerMessage text={problem} />}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function ServerMessage({ text }: { text: string }) {
  return (
    <p className="small">
      {words.error} <code translate="no">{text}</code>
    </p>
  )
}

function Claims({ title, claims }: { title: string; claims: Record<string, unknown> }) {
  return (
    <section className="sheet">
      <h2>{title}</h2>
      <ClaimList claims={claims} />
    </section>
  )
}
