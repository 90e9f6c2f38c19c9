import { ChevronRight, Smartphone } from 'lucide'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { Icon } from '../../ui/icon.tsx'
import { steps } from '../../words/steps.ts'

export function PhoneRow({ signIn, ready }: { signIn: SignIn; ready: () => boolean }) {
  return (
    <button type="button" className="wallet-row" onClick={() => ready() && signIn.choosePhone()}>
      <span className="wallet-icon plain">
        <Icon icon={Smartphone} size={20} />
      </span>
      <span className="wallet-row-text medium">{steps.signIn.phone}</span>
      <Icon icon={ChevronRight} size={16} />
    </button>
  )
}
