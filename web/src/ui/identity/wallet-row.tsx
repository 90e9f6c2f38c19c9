import type { Namespace } from '@countersign/contract/family/family.ts'
import { ChevronRight } from 'lucide'
import { Spinner } from '../feedback/spinner.tsx'
import { Icon } from '../icon.tsx'
import { FamilyMark } from './family-mark.tsx'
import { WalletIcon } from './wallet-icon.tsx'
import './wallet-row.css'

type WalletRowProps = {
  name: string
  icon: string | undefined
  tag?: string | undefined
  /** Beneath the name, such as the reverse domain name of the wallet. */
  note?: string | undefined
  busy?: boolean
  /** Its chain families, shown if Ethereum isn't the only one. */
  families?: readonly { namespace: Namespace }[]
  title?: string | undefined
  onChoose: () => void
}

export function WalletRow({ name, icon, tag, note, busy, title, families = [], onChoose }: WalletRowProps) {
  return (
    <button type="button" className="wallet-row" title={title} onClick={onChoose}>
      <WalletIcon icon={icon} />
      <span className="wallet-row-text">
        <span className="medium">{name}</span>
        {note ? (
          <span className="small soft" translate="no">
            {note}
          </span>
        ) : null}
      </span>
      {tag ? <span className="small soft">{tag}</span> : null}
      {families.some(({ namespace }) => namespace !== 'eip155') ? (
        <span className="wallet-families">
          {families.map(({ namespace }) => (
            <FamilyMark key={namespace} namespace={namespace} />
          ))}
        </span>
      ) : null}
      {busy ? <Spinner /> : <Icon icon={ChevronRight} size={16} />}
    </button>
  )
}
