import { families } from '@countersign/contract/family/family.ts'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FamilyMark } from '../../ui/family-mark.tsx'
import type { FamilyEntry, WalletOption } from '../../wallet/wallet.ts'
import { words } from '../../words/words.ts'

type FamilyChoiceProps = {
  wallet: Pick<WalletOption, 'id' | 'families'>
  /** Of the wallet in one chain family. False if the choice was not accepted. */
  onChoose: (id: string) => boolean
  /** The button of the wallet. `expanded` is undefined if it does not ask. */
  children: (expanded: boolean | undefined, choose: () => void) => ReactNode
}

/** A wallet of several chain families asks beneath its button which account to use; others connect with one click. */
export function FamilyChoice({ wallet: { id, families: entries }, onChoose, children }: FamilyChoiceProps) {
  const [expanded, setExpanded] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  if (entries.length === 1) return children(undefined, () => onChoose(id))
  const close = () => {
    ref.current?.querySelector('button')?.focus()
    setExpanded(false)
  }
  return (
    <div className={expanded ? 'family-choice' : undefined} ref={ref}>
      {children(expanded, () => setExpanded(!expanded))}
      {expanded ? (
        <Accounts entries={entries} onChoose={(chosen) => onChoose(chosen) && close()} onClose={close} />
      ) : null}
    </div>
  )
}

type AccountsProps = { entries: FamilyEntry[]; onChoose: (id: string) => void; onClose: () => void }

function Accounts({ entries, onChoose, onClose }: AccountsProps) {
  const ref = useRef<HTMLFieldSetElement>(null)
  useEffect(() => ref.current?.querySelector('button')?.focus(), [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault() // or a dialog around it closes too
    onClose()
  }
  return (
    <fieldset ref={ref} onKeyDown={closeOnEscape}>
      <legend className="small soft">{words.signIn.whichAccount}</legend>
      {entries.map(({ namespace, id, recent }) => (
        <button key={id} type="button" className="family-row" onClick={() => onChoose(id)}>
          <FamilyMark namespace={namespace} named />
          <span>{words.signIn.accountOn(families[namespace].name)}</span>
          {recent ? <span className="small soft">{words.signIn.recent}</span> : null}
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}
