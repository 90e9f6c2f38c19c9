import type { ReactNode } from 'react'
import { type Fact, Facts } from '../../ui/data/facts.tsx'
import { item as words } from '../../words/admin/item.ts'

type AboutItemProps = { facts: (Fact | null)[]; note?: string | null; edit?: ReactNode; children?: ReactNode }

/** The facts of an item, at the top of its overview. */
export function AboutItem({ facts, note, edit, children }: AboutItemProps) {
  return (
    <section className="sheet">
      <div className="spread">
        <h2>{words.about}</h2>
        {edit}
      </div>
      {note ? <p className="soft">{note}</p> : null}
      <Facts of={facts} />
      {children}
    </section>
  )
}
