import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyComponent } from '../../page/chunk.ts'
import type { WalletOption } from '../../wallet/wallet.ts'

const FamilyAccounts = lazyComponent(async () => (await import('./lazy-steps.tsx')).lazySteps.FamilyAccounts)

type FamilyChoiceProps = {
  wallet: WalletOption
  /** Of the wallet in one chain family. False if the choice was not accepted. */
  onChoose: (id: string) => boolean
  /** The button of the wallet. `expanded` is undefined if it does not ask. */
  children: (expanded: boolean | undefined, choose: () => void) => ReactNode
}

/**
 * A wallet of several chain families asks beneath its button which account to use; others connect with one click.
 * The button stays the same element when a family is found later, so that no click or focus is lost.
 */
export function FamilyChoice({ wallet: { id, families }, onChoose, children }: FamilyChoiceProps) {
  const [expanded, setExpanded] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const asks = families.length > 1
  const close = () => {
    ref.current?.querySelector('button')?.focus()
    setExpanded(false)
  }
  return (
    <div className={asks && expanded ? 'family-choice' : undefined} ref={ref}>
      {children(asks ? expanded : undefined, () => (asks ? setExpanded(!expanded) : onChoose(id)))}
      {asks && expanded ? (
        <Suspense>
          <FamilyAccounts entries={families} onChoose={(chosen) => onChoose(chosen) && close()} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
