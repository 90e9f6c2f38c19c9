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

/** A wallet of several chain families asks beneath its button which account to use; others connect with one click. */
export function FamilyChoice({ wallet: { id, families }, onChoose, children }: FamilyChoiceProps) {
  const [expanded, setExpanded] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  if (families.length === 1) return children(undefined, () => onChoose(id))
  const close = () => {
    ref.current?.querySelector('button')?.focus()
    setExpanded(false)
  }
  return (
    <div className={expanded ? 'family-choice' : undefined} ref={ref}>
      {children(expanded, () => setExpanded(!expanded))}
      {expanded ? (
        <Suspense>
          <FamilyAccounts entries={families} onChoose={(chosen) => onChoose(chosen) && close()} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
