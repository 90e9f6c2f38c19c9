import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePage } from '../../page/page-context.tsx'
import type { PhoneBody } from '../../sign-in/attempt.ts'
import { openPhone } from '../../sign-in/phone/open-phone.ts'
import type { PhoneWait } from '../../sign-in/phone/phone-wait.ts'
import type { PhoneWaiting } from '../../sign-in/phone/wait-for-phone.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { steps } from '../../words/steps.ts'
import { usePhone as text } from '../../words/use-phone.ts'
import { words } from '../../words/words.ts'
import type { StepHead } from '../sign-in/view-words.ts'
import { CodeScreen } from './code-screen.tsx'
import { DigitsForm } from './digits-form.tsx'
import { digitsError, headOf, type Part, partOf, spokenText, stateText } from './phone-words.ts'
import './phone-step.css'

type PhoneStepProps = {
  request: PhoneBody
  signIn: SignIn
  /** Changes the heading above; undefined restores it. */
  onHead: (head: StepHead | undefined) => void
}

/** Waits for a phone to sign. Leaving it cancels the request. */
export function PhoneStep({ request, signIn, onHead }: PhoneStepProps) {
  const page = usePage()
  const [phone] = useState(() => openPhone(page, { signIn, request, name: steps.signIn.phoneWallet }))
  useEffect(() => {
    phone.start()
    return () => phone.stop()
  }, [phone])
  const wait = useSyncExternalStore(phone.subscribe, phone.getWait)
  const address = new URL('/phone', page.boot.public.origin)
  const spoken = spokenText(wait, address.host + address.pathname)
  const { text: said, region } = spoken ?? {}
  useEffect(() => {
    if (said) announce(said, region)
  }, [said, region])
  useHead(wait, onHead)
  const part = partOf(wait)
  const ref = useLostFocus(part)
  return (
    <div className="phone-step stack" ref={ref} aria-busy={wait.status === 'creating'}>
      <StepPart part={part} wait={wait} phone={phone} address={address} keep={signIn.isKept()} />
      <Button className="wide" onClick={() => signIn.cancel()}>
        {words.signIn.cancel}
      </Button>
    </div>
  )
}

function useHead(wait: PhoneWait, onHead: PhoneStepProps['onHead']): void {
  const { title, lead } = headOf(wait) ?? {}
  useLayoutEffect(() => onHead(title === undefined ? undefined : { title, lead }), [onHead, title, lead])
  useLayoutEffect(() => () => onHead(undefined), [onHead])
}

type StepPartProps = { part: Part; wait: PhoneWait; phone: PhoneWaiting; address: URL; keep: boolean }

function StepPart({ part, wait, phone, address, keep }: StepPartProps) {
  const shown = 'shown' in wait ? wait.shown : undefined
  if (part === 'digits' && shown) {
    const { problem, error } =
      wait.status === 'digits'
        ? { problem: wait.problem, error: digitsError(wait.problem, wait.triesLeft) }
        : { problem: undefined, error: undefined }
    const asked = { problem, error, busy: wait.status === 'redeeming' }
    return <DigitsForm {...asked} host={address.host} until={shown.endsAt} onSend={phone.sendDigits} />
  }
  if (part === 'ended') return <Retry label={text.renew} onRetry={phone.retry} />
  if (part === 'lost') return <Retry label={words.signIn.tryAgain} onRetry={phone.retry} />
  const isOpened = wait.status === 'redeeming' || (wait.status === 'waiting' && wait.step !== 'created')
  return <CodeScreen shown={shown} isOpened={isOpened} address={address} state={stateText(wait)} keep={keep} />
}

function Retry({ label, onRetry }: { label: string; onRetry: () => void }) {
  return (
    <Button className="wide" look="primary" data-focus onClick={onRetry}>
      {label}
    </Button>
  )
}

/** Focuses what the next part starts with, unless the person is elsewhere on the page. */
function useLostFocus(part: Part): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef(part)
  useLayoutEffect(() => {
    if (shown.current === part) return
    shown.current = part
    const { activeElement } = document
    const isElsewhere =
      activeElement instanceof HTMLElement && activeElement.tabIndex >= 0 && !ref.current?.contains(activeElement)
    if (!isElsewhere) ref.current?.querySelector<HTMLElement>('[data-focus]')?.focus()
  }, [part])
  return ref
}
