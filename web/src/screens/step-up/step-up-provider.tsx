import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import type { Act } from '../../sign-in/begin-proof.ts'
import { type StepUp, StepUpContext } from './step-up.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

type Asking = { id: number; act: Act; settle: (confirmed: boolean) => void }

/** One question at a time: whatever needs a signature next waits for the one before. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Asking[]>([])
  const confirmedAt = useRef<number>(undefined)
  const nextId = useRef(0)
  const stepUp = useMemo<StepUp>(
    () => ({
      confirmedAt: () => confirmedAt.current,
      ask: (act) =>
        new Promise((resolve) => {
          const asking: Asking = {
            id: nextId.current++,
            act,
            settle(confirmed) {
              if (confirmed) confirmedAt.current = Date.now()
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
        <Suspense>
          <StepUpDialog key={first.id} act={first.act} onSettled={first.settle} />
        </Suspense>
      ) : null}
    </StepUpContext>
  )
}
