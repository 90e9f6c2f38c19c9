import { Wallet } from 'lucide'
import { Icon } from '../icon.tsx'
import './wallet-row.css'

/** In an `<img>`, so that no script in it can run. */
export function WalletIcon({ icon, size = 32 }: { icon: string | undefined; size?: number }) {
  if (icon) return <img className="wallet-icon" src={icon} alt="" width={size} height={size} />
  return (
    <span className="wallet-icon plain">
      <Icon icon={Wallet} size={20} />
    </span>
  )
}
