import { SignOutFailed } from '../components/sign-out/sign-out-failed.tsx'
import { useSession } from '../page/page-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AdminMode } from './admin-mode.tsx'
import './account-header.css'

/** What the header of every page shows to a signed-in person. */
export function AccountHeader() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <div className="account-header">
      <AdminMode until={session.state.session.adminUntil} />
      <AccountMenu state={session.state} />
      <SignOutFailed />
    </div>
  )
}
