import { families } from '@countersign/contract/family/family.ts'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { FamilyMark } from '../../ui/family-mark.tsx'
import type { FamilyEntry } from '../../wallet/wallet.ts'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import './family-accounts.css'

type FamilyAccountsProps = { entries: FamilyEntry[]; onChoose: (id: string) => void; onClose: () => void }

export function FamilyAccounts({ entries, onChoose, onClose }: FamilyAccountsProps) {
  const ref = useRef<HTMLFieldSetElement>(null)
  useEffect(() => ref.current?.querySelector('button')?.focus(), [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault() // or a dialog around it closes too
    onClose()
  }
  return (
    <fieldset className="family-accounts" ref={ref} onKeyDown={closeOnEscape}>
      <legend className="small soft">{steps.signIn.whichAccount}</legend>
      {entries.map(({ namespace, id, recent }) => (
        <button key={id} type="button" className="family-account" onClick={() => onChoose(id)}>
          <FamilyMark namespace={namespace} named />
          <span>{steps.signIn.accountOn(families[namespace].name)}</span>
          {recent ? <span className="small soft">{words.signIn.recent}</span> : null}
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}
