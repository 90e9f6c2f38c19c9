import { type ActivityCheck, verifyActivity } from '@countersign/contract/routes/activity.ts'
import { Link2 } from 'lucide'
import { useEffect } from 'react'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { announce } from '../../../ui/feedback/live.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { site } from '../../../words/admin/site.ts'

const { activity: words } = site

export function VerifyAuditLog() {
  const check = useRouteMutation(verifyActivity)
  return (
    <div className="stack stack-close">
      <div>
        <Button icon={<Icon icon={Link2} size={16} />} busy={check.isPending} onClick={() => check.mutate({})}>
          {check.isPending ? words.checking : words.check}
        </Button>
      </div>
      {check.error ? <ErrorNotice error={check.error} /> : null}
      {check.data ? <Result result={check.data} /> : null}
    </div>
  )
}

function Result({ result }: { result: ActivityCheck }) {
  const { checked, firstBad, head } = result
  const text = firstBad ? words.chainBad(firstBad.seq) : checked === 0 ? words.chainEmpty : words.chainGood(checked)
  useEffect(() => announce(text, firstBad ? 'assertive' : 'polite'), [text, firstBad])
  return (
    <Notice
      tone={firstBad ? 'bad' : 'good'}
      title={text}
      actions={head ? <CopyButton text={head} label={words.copyHead} done={words.headCopied} /> : undefined}
    >
      {firstBad ? (
        <>
          <p>
            {words.why}: {firstBad.why}
            {firstBad.id ? <span className="mono break"> {firstBad.id}</span> : null}
          </p>
          <p>{words.chainBadNext}</p>
        </>
      ) : null}
      {head ? (
        <>
          <p className="small soft">
            {words.head}: <span className="mono break">{head}</span>
          </p>
          <p className="small soft">{words.headNote}</p>
        </>
      ) : null}
    </Notice>
  )
}
