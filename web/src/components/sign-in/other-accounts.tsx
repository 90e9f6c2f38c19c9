import { families, namespaces } from '@countersign/contract/family/family.ts'
import { ChevronRight } from 'lucide'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { FamilyMark } from '../../ui/identity/family-mark.tsx'
import type { FamilyEntry, WalletOption } from '../../wallet/wallet.ts'
import { steps } from '../../words/steps.ts'
import './other-accounts.css'

type OtherAccountsProps = { wallets: WalletOption[]; onChoose: (id: string) => boolean }

/** A link to the accounts that a click on a wallet does not use. If there are several, it asks which one. */
export function OtherAccounts({ wallets, onChoose }: OtherAccountsProps) {
  const [expanded, setExpanded] = useState(false)
  const link = useRef<HTMLButtonElement>(null)
  const entries = wallets.flatMap(({ name, families: [, ...others] }) => others.map((entry) => ({ ...entry, name })))
  const [only] = entries
  if (!only) return null
  const names = namespaces
    .filter((each) => entries.some(({ namespace }) => namespace === each))
    .map((namespace) => families[namespace].name)
  const asks = entries.length > 1
  const close = () => {
    link.current?.focus()
    setExpanded(false)
  }
  return (
    <div className="other-accounts">
      <button
        ref={link}
        type="button"
        className="text-link small"
        aria-expanded={asks ? expanded : undefined}
        onClick={() => (asks ? setExpanded(!expanded) : onChoose(only.id))}
      >
        {steps.signIn.otherAccounts(...names)}
      </button>
      {asks && expanded ? (
        <AccountList entries={entries} onChoose={(id) => onChoose(id) && close()} onClose={close} />
      ) : null}
    </div>
  )
}

type AccountListProps = {
  entries: (FamilyEntry & { name: string })[]
  onChoose: (id: string) => void
  onClose: () => void
}

function AccountList({ entries, onChoose, onClose }: AccountListProps) {
  const ref = useRef<HTMLFieldSetElement>(null)
  useEffect(() => ref.current?.querySelector('button')?.focus(), [])
  const isNamed = entries.some(({ name }) => name !== entries[0]?.name)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault() // or a dialog around it closes too
    onClose()
  }
  return (
    <fieldset ref={ref} onKeyDown={closeOnEscape}>
      <legend className="small soft">{steps.signIn.whichAccount}</legend>
      {entries.map(({ namespace, id, name }) => (
        <button key={id} type="button" className="other-account" onClick={() => onChoose(id)}>
          <FamilyMark namespace={namespace} named />
          <span>{steps.signIn.accountOn(families[namespace].name)}</span>
          {isNamed ? <span className="small soft">{name}</span> : null}
          <Icon icon={ChevronRight} size={16} />
        </button>
      ))}
    </fieldset>
  )
}
