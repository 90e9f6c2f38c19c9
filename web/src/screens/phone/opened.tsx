import { PHONE_NUMBER_LENGTH } from '@countersign/contract/limits/phone-limits.ts'
import { formatPhoneCode } from '@countersign/contract/phone-code.ts'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Discovering } from '../../components/sign-in/discovering.tsx'
import { NoWallet } from '../../components/sign-in/no-wallet.tsx'
import { AppLinks } from '../../components/wallet-apps/app-links.tsx'
import { useForm, VERBATIM } from '../../forms/use-form.ts'
import { detectBrowser } from '../../page/browser-environment.ts'
import { Card } from '../../page/card.tsx'
import { usePage, useWallets } from '../../page/page-context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { phonePage as text } from '../../words/phone-page.ts'
import { steps } from '../../words/steps.ts'
import type { Approval, PhoneApproval } from './approval.ts'
import { DeclineButton } from './decline-button.tsx'
import { WithValue } from './with-value.tsx'

const NUMBER = new RegExp(`^\\d{${PHONE_NUMBER_LENGTH}}$`)
/** With spaces around it. */
const TYPED_MAX = 2 * PHONE_NUMBER_LENGTH

type OpenedState = Extract<Approval, { step: 'opened' }>

export function Opened({ state, approval }: { state: OpenedState; approval: PhoneApproval }) {
  const { asker } = state
  const lead = <strong className="approval-warning">{text.onlyYou}</strong>
  return (
    <Card screen={text.screen} title={text.titles[asker.purpose]} lead={lead}>
      <Asker state={state} />
      <Answer state={state} approval={approval} />
    </Card>
  )
}

function Asker({ state: { asker, askedAt } }: { state: OpenedState }) {
  const { purpose, action, device, maskedIp, sameNetwork } = asker
  const { name } = usePage().boot.public
  return (
    <div className="stack">
      <Facts
        className="fact-list"
        of={[
          [text.for, <bdi key="for">{text.purposes[purpose](name, action)}</bdi>],
          [text.device, <bdi key="device">{device}</bdi>],
          [text.network, sameNetwork ? text.sameNetwork(maskedIp) : text.ip(maskedIp)],
          [text.asked, <Time key="asked" at={new Date(askedAt).toISOString()} />],
        ]}
      />
      {sameNetwork ? null : <Notice tone="warn">{text.otherNetwork}</Notice>}
    </div>
  )
}

type AnswerProps = { state: OpenedState; approval: PhoneApproval }

/** The number is asked for where a wallet can sign; elsewhere, this page is opened in another browser first. */
function Answer({ state, approval }: AnswerProps) {
  const { wallets: store } = usePage()
  const settled = useSyncExternalStore(store.subscribe, () => store.settled)
  const wallets = useWallets()
  const isPhone = detectBrowser().device === 'phone'
  const hasOwn = wallets.some(({ kind }) => kind !== 'linked' && kind !== 'demo')
  const [isHere, setHere] = useState(false)
  const decline = <DeclineButton state={state} onDecline={approval.decline} />
  if (hasOwn || isHere || (wallets.length > 0 && !isPhone)) {
    return (
      <NumberForm isMatching={state.busy === 'match'} isFocused={isHere} onNumber={approval.match}>
        {decline}
      </NumberForm>
    )
  }
  return (
    <>
      <div className="stack">{decline}</div>
      <div className="approval-apps stack">
        {!settled ? <Discovering /> : isPhone ? <WalletApps code={state.code} /> : <NoWallet />}
        {settled && wallets.length > 0 ? (
          <div>
            <Button look="link" onClick={() => setHere(true)}>
              {text.here}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  )
}

function WalletApps({ code }: { code: string }) {
  return (
    <>
      <h2>{steps.signIn.none.phoneTitle}</h2>
      <p className="soft">{text.appsLead}</p>
      <p>
        <WithValue text={text.appsCode}>
          <bdi className="mono approval-app-code" dir="ltr" translate="no">
            {formatPhoneCode(code)}
          </bdi>
        </WithValue>
      </p>
      <AppLinks />
    </>
  )
}

type NumberFormProps = {
  isMatching: boolean
  /** It replaces the button that had the focus. */
  isFocused: boolean
  onNumber: (number: string) => void
  /** Beside "Continue". */
  children: ReactNode
}

function NumberForm({ isMatching, isFocused, onNumber, children }: NumberFormProps) {
  const form = useForm({
    saved: { values: { number: '' } },
    validate: ({ number }) => (NUMBER.test(number.trim()) ? {} : { number: text.numberWrong }),
  })
  useEffect(() => {
    if (isFocused) form.ref.current?.querySelector('input')?.focus()
  }, [isFocused, form.ref])
  return (
    <form
      className="stack"
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMatching && form.check()) onNumber(form.values.number.trim())
      }}
    >
      <Field
        label={text.number}
        hint={text.numberHint}
        {...VERBATIM}
        inputMode="numeric"
        className="mono approval-number"
        maxLength={TYPED_MAX}
        {...form.text('number')}
      />
      <div className="approval-answers">
        {children}
        <Button type="submit" className="wide" busy={isMatching} {...(isMatching ? { icon: <Spinner /> } : {})}>
          {text.continue}
        </Button>
      </div>
    </form>
  )
}
