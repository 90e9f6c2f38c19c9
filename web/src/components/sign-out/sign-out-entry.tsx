import { LogOut } from 'lucide'
import { NavButton } from '../../ui/controls/nav-button.tsx'
import { account } from '../../words/account/account.ts'
import { useSignOut } from './use-sign-out.ts'

export function SignOutEntry() {
  const { busy, signOut } = useSignOut()
  return (
    <NavButton icon={LogOut} busy={busy} onClick={() => void signOut()}>
      {busy ? account.signingOut : account.signOut}
    </NavButton>
  )
}
