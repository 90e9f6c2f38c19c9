import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { steps } from '../../words/steps.ts'

type WaitingView = Extract<View, { screen: 'connecting' | 'awaiting_signature' }>

/** What may keep a wallet from answering. Both are hints: the request goes on. */
export function WaitHints({ view }: { view: WaitingView }) {
  const { name } = view.wallet
  return (
    <>
      {view.earlier ? <Notice>{steps.notices.earlier_request(name)}</Notice> : null}
      {view.silent ? (
        <Notice tone="warn" actions={<Button onClick={() => location.reload()}>{steps.signIn.reload}</Button>}>
          {steps.signIn.silent(name)}
        </Notice>
      ) : null}
    </>
  )
}
