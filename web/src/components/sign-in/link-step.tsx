import { Suspense } from 'react'
import { lazyComponent } from '../../page/chunk.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Disclosure } from '../../ui/controls/disclosure.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { onPhone } from './view-words.ts'

const LinkCode = lazyComponent(async () => (await import('./link-code.tsx')).LinkCode)

export function LinkStep({ view, signIn }: { view: Extract<View, { screen: 'linking' }>; signIn: SignIn }) {
  const { signIn: text } = steps
  const code = (
    <div className="stack stack-close">
      <Suspense fallback={<Spinner />}>
        <LinkCode uri={view.uri} label={text.linkCode} />
      </Suspense>
      <p className="small soft">{text.linkLasts}</p>
    </div>
  )
  return (
    <div className="stack">
      {onPhone() ? (
        <>
          <a className="button primary wide" data-focus href={view.uri} onClick={() => signIn.linkCodeOpened()}>
            <span>{text.linkOpen}</span>
          </a>
          <Disclosure label={text.linkOther}>{code}</Disclosure>
        </>
      ) : (
        code
      )}
      <div className="actions">
        <CopyButton text={view.uri} label={text.copyLink} done={text.linkCopied} />
        <Button data-focus={onPhone() ? undefined : true} onClick={() => signIn.cancel()}>
          {words.signIn.cancel}
        </Button>
      </div>
    </div>
  )
}
