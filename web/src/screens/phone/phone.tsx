import { parsePhoneCode } from '@countersign/contract/phone-code.ts'
import { Globe } from 'lucide'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { callRoute } from '../../api/call.ts'
import { Contact } from '../../components/contact.tsx'
import { errorCode } from '../../components/error-code.ts'
import { Card } from '../../page/card.tsx'
import { usePage } from '../../page/page-context.tsx'
import { browserTimers, onReturn } from '../../session/browser.ts'
import { browserPhoneRequests, followPhoneRequest } from '../../session/phone-request.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Icon } from '../../ui/icon.tsx'
import { phonePage as text } from '../../words/phone-page.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { type Approval, createApproval, type PhoneApproval } from './approval.ts'
import { Approved } from './approved.tsx'
import { CodeForm, unknownCodeText } from './code-form.tsx'
import { Ended, endWords } from './ended.tsx'
import { Opened } from './opened.tsx'
import { SignForComputer } from './sign-for-computer.tsx'
import { WithHost } from './with-value.tsx'
import './phone.css'

export function PhoneScreen() {
  const isOn = usePage().boot.public.phone
  const approval = usePhoneApproval(isOn)
  const state = useSyncExternalStore(approval.subscribe, approval.get)
  const { said, region } = spokenText(state)
  useEffect(() => {
    if (said) announce(said, region)
  }, [said, region])
  return (
    <div className="approval stack">
      <p className="approval-site inline small">
        <Icon icon={Globe} size={16} />
        <span>
          <WithHost text={text.site} />
        </span>
      </p>
      {isOn ? <Step key={state.step} state={state} approval={approval} /> : <Ended end="phone_off" asker={undefined} />}
    </div>
  )
}

/** The code stays in the address, so that it survives a reload and reaches the browser of a wallet app. */
function usePhoneApproval(isOn: boolean): PhoneApproval {
  const [approval] = useState(() =>
    createApproval({
      call: callRoute,
      timers: browserTimers,
      follow: (id, onChange) => followPhoneRequest(browserPhoneRequests, id, onChange),
      onReturn,
    }),
  )
  useEffect(() => {
    let current = readCode()
    const openCode = () => {
      const code = readCode()
      // A link within the page, such as "Skip to content".
      if (!code) return writeCode(current)
      current = code
      approval.open(code)
    }
    const stop = approval.subscribe(() => {
      const state = approval.get()
      const next = state.step === 'code' ? undefined : 'code' in state ? state.code : current
      if (next === current) return
      current = next
      writeCode(next)
    })
    if (isOn && current) approval.open(current)
    addEventListener('hashchange', openCode)
    return () => {
      removeEventListener('hashchange', openCode)
      stop()
      approval.reset()
    }
  }, [approval, isOn])
  return approval
}

function readCode(): string | undefined {
  return parsePhoneCode(location.hash.slice(1))
}

function writeCode(code: string | undefined): void {
  history.replaceState(history.state, '', `${location.pathname}${location.search}${code ? `#${code}` : ''}`)
}

function Step({ state, approval }: { state: Approval; approval: PhoneApproval }) {
  switch (state.step) {
    case 'code':
      return <CodeForm unknown={state.unknown} onCode={approval.open} />
    case 'opening':
      return (
        <Card screen={text.screen} title={text.openingTitle}>
          <Skeleton label={text.opening} lines={6} />
        </Card>
      )
    case 'failed':
      return <Failed error={state.error} onRetry={() => approval.open(state.code)} />
    case 'opened':
      return <Opened state={state} approval={approval} />
    case 'matched':
      return <SignForComputer state={state} approval={approval} />
    case 'approved':
      return <Approved state={state} onDecline={approval.decline} />
    case 'ended':
      return <Ended end={state.end} asker={state.asker} onOtherCode={approval.reset} />
  }
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, body, action } = wordsForProblem(errorCode(error), '')
  return (
    <Card screen={text.screen} title={title} lead={body}>
      <Button look="primary" onClick={onRetry}>
        {action}
      </Button>
      <Contact />
    </Card>
  )
}

function spokenText(state: Approval): { said?: string; region?: 'assertive' } {
  switch (state.step) {
    case 'code':
      return state.unknown ? { said: unknownCodeText(), region: 'assertive' } : {}
    case 'opening':
      return { said: text.opening }
    case 'failed':
      return { said: wordsForProblem(errorCode(state.error), '').title, region: 'assertive' }
    case 'opened':
      return { said: text.titles[state.asker.purpose] }
    case 'matched':
      return {} // the sign-in flow announces its steps
    case 'approved':
      return { said: state.digits ? text.digitsSpoken([...state.digits].join(' ')) : text.approvedTitle }
    case 'ended': {
      const { title, body } = endWords(state.end, state.asker)
      return { said: `${title}. ${body}` }
    }
  }
}
