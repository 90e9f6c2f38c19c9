import type { Act } from '@countersign/contract/step-up.ts'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { ErrorBoundary, type FallbackProps, InlineError } from '../../page/error-boundary.tsx'
import { lazyComponent } from '../../page/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { stepUp as text } from '../../words/own.ts'
import { type StepUp, StepUpContext } from './step-up.ts'

const StepUpDialog = lazyComponent(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

type Asking = { id: number; act: Act; settle: (confirmed: boolean) => void }

/** One question at a time: whatever needs a signature next waits for the one before. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Asking[]>([])
  const nextId = useRef(0)
  const stepUp = useMemo<StepUp>(
    () => ({
      ask: (act) =>
        new Promise((resolve) => {
          const asking: Asking = {
            id: nextId.current++,
            act,
            settle(confirmed) {
              setQueue((waiting) => waiting.filter((each) => each !== asking))
              resolve(confirmed)
            },
          }
          setQueue((waiting) => [...waiting, asking])
        }),
    }),
    [],
  )
  const [first] = queue
  return (
    <StepUpContext value={stepUp}>
      {children}
      {first ? (
        <ErrorBoundary
          key={first.id}
          fallback={(props) => <LostDialog {...props} onClose={() => first.settle(false)} />}
        >
          <Suspense>
            <StepUpDialog act={first.act} onSettled={first.settle} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </StepUpContext>
  )
}

/** It did not come; what it was asked for is still there, as it was filled in. */
function LostDialog({ onClose, ...props }: FallbackProps & { onClose: () => void }) {
  return (
    <Dialog title={text.title} onClose={onClose} actions={<Button onClick={onClose}>{text.cancel}</Button>}>
      <InlineError {...props} />
    </Dialog>
  )
}
