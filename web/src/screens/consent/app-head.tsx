import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import type { ReactNode } from 'react'
import { AppLogo } from '../../ui/app-logo.tsx'

/** Begins every screen about an app: its picture, where it has one, and what is asked in its name. */
export function AppHead({ app: { logo }, children }: { app: Interaction['app']; children: ReactNode }) {
  return (
    <div className="stack">
      {logo ? <AppLogo logo={logo} size={48} /> : null}
      <div className="stack stack-close">{children}</div>
    </div>
  )
}
