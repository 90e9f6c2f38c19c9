import { PHONE_SESSION_MAX_MS } from '@countersign/contract/limits/phone-limits.ts'
import { formatPhoneCode } from '@countersign/contract/phone-code.ts'
import { Suspense } from 'react'
import { lazyComponent } from '../../page/chunk.ts'
import type { ShownCode } from '../../sign-in/phone/phone-wait.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { usePhone as text } from '../../words/use-phone.ts'
import { TimeLeft } from './time-left.tsx'

const LinkCode = lazyComponent(async () => (await import('../sign-in/link-code.tsx')).LinkCode)

const HOUR_MS = 3_600_000

type CodeScreenProps = {
  /** Undefined while a code is being created: everything has its place already. */
  shown: ShownCode | undefined
  /** A phone has the code, so only the number is needed. */
  isOpened: boolean
  address: URL
  state: string
  /** Stay signed in, as far as that is possible with a phone. */
  keep: boolean
}

export function CodeScreen({ shown, isOpened, address, state, keep }: CodeScreenProps) {
  return (
    <>
      <div className={`wait-match panel${isOpened ? ' wait-match-alone' : ''}`}>
        <p className="wait-number">{shown ? shown.number : <span aria-hidden="true">··</span>}</p>
        {isOpened ? null : <p>{text.number}</p>}
      </div>
      <div className="inline">
        <Spinner />
        <div>
          <p data-focus tabIndex={-1}>
            {state}
          </p>
          {shown ? <TimeLeft until={shown.endsAt} /> : <p className="small">&nbsp;</p>}
        </div>
      </div>
      {isOpened ? null : (
        <>
          <Scan code={shown?.code} address={address} />
          <div className="small">
            <p>{text.never}</p>
            {keep ? <p className="soft">{text.limit(PHONE_SESSION_MAX_MS / HOUR_MS)}</p> : null}
          </div>
        </>
      )}
    </>
  )
}

function Scan({ code, address }: { code: string | undefined; address: URL }) {
  return (
    <div className="wait-scan">
      <div className="wait-qr">
        {code ? (
          <Suspense>
            <LinkCode uri={`${address.href}#${code}`} label={text.qr} />
          </Suspense>
        ) : null}
      </div>
      <div className="wait-typed">
        <p className="small">{text.type(address.host + address.pathname)}</p>
        <p className="wait-code mono" dir="ltr" translate="no">
          {code ? <Code code={code} /> : <span aria-hidden="true">····-····</span>}
        </p>
      </div>
    </div>
  )
}

function Code({ code }: { code: string }) {
  return (
    <>
      <span aria-hidden="true">{formatPhoneCode(code)}</span>
      <span className="hidden-visually">{text.codeSpoken([...code].join(' '))}</span>
    </>
  )
}
