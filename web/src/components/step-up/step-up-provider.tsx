import type { StepUpAction } from '@countersign/contract/step-up.ts'
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { lazyComponent } from '../../page/chunk.ts'
import { ErrorBoundary, type FallbackProps, InlineError } from '../../page/error-boundary.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { stepUp as text } from '../../words/account/step-up.ts'
import { type RequestStepUp, StepUpContext } from './step-up.ts'

const StepUpDialog = lazyComponent(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

type PendingStepUp = { id: number; stepUp: StepUpAction; settle: (confirmed: boolean) => void }

export function StepUpProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<PendingStepUp[]>([])
  const nextId = useRef(0)
  const requestStepUp = useCallback<RequestStepUp>(
    (stepUp) =>
      new Promise((resolve) => {
        const pending: PendingStepUp = {
          id: nextId.current++,
          stepUp,
          settle(confirmed) {
            setQueue((waiting) => waiting.filter((each) => each !== pending))
            resolve(confirmed)
          },
        }
        setQueue((waiting) => [...waiting, pending])
      }),
    [],
  )
  const [first] = queue
  return (
    <StepUpContext value={requestStepUp}>
      {children}
      {first ? (
        <ErrorBoundary
          key={first.id}
          fallback={(props) => <FailedDialog {...props} onClose={() => first.settle(false)} />}
        >
          <Suspense>
            <StepUpDialog stepUp={first.stepUp} onSettled={first.settle} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </StepUpContext>
  )
}

function FailedDialog({ onClose, ...props }: FallbackProps & { onClose: () => void }) {
  return (
    <Dialog title={text.title} onClose={onClose} actions={<Button onClick={onClose}>{text.cancel}</Button>}>
      <InlineError {...props} />
    </Dialog>
  )
}
