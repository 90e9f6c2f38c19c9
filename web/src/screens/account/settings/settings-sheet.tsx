import type { ReactNode } from 'react'
import './settings.css'

type SettingsSheetProps = { title: string; body: string; actions: ReactNode; children?: ReactNode }

export function SettingsSheet({ title, body, actions, children }: SettingsSheetProps) {
  return (
    <section className="sheet settings-sheet sheet-roomy">
      <h2>{title}</h2>
      <div className="stack">
        <p className="soft">{body}</p>
        <div className="actions calm">{actions}</div>
        {children}
      </div>
    </section>
  )
}
