import { LogOut } from 'lucide-react'
import { NavButton } from '../../ui/nav-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { account } from '../../words/account.ts'
import { useSignOut } from './use-sign-out.ts'

export function SignOutEntry() {
  const { busy, signOut } = useSignOut()
  return (
    <NavButton icon={busy ? Spinner : LogOut} busy={busy} onClick={() => void signOut()}>
      {busy ? account.signingOut : account.signOut}
    </NavButton>
  )
}
