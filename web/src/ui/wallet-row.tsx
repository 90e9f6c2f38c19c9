import { ChevronRight } from 'lucide-react'
import { Spinner } from './spinner.tsx'
import { WalletIcon } from './wallet-icon.tsx'
import './wallet-row.css'

type WalletRowProps = {
  name: string
  icon: string | undefined
  tag?: string | undefined
  /** Beneath the name, such as the reverse domain name of the wallet. */
  note?: string | undefined
  busy?: boolean
  title?: string | undefined
  onChoose: () => void
}

export function WalletRow({ name, icon, tag, note, busy, title, onChoose }: WalletRowProps) {
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
      {busy ? <Spinner /> : <ChevronRight size={16} aria-hidden="true" />}
    </button>
  )
}
