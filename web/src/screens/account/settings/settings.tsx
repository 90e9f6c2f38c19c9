import { getProfile } from '@countersign/contract/routes/person.ts'
import { ChevronRight, Database, type IconNode, KeyRound } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Link } from '../../../page/history.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { settings as text } from '../../../words/account/settings.ts'
import { ProfileForm } from './profile-form.tsx'
import { SettingsSheet } from './settings-sheet.tsx'

export function SettingsScreen() {
  const answer = useRouteQuery(getProfile)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} />
      <Loaded answer={answer} lines={8}>
        {(profile) => (
          <>
            <section className="sheet settings-sheet sheet-roomy">
              <h2>{text.profile}</h2>
              <ProfileForm profile={profile} />
            </section>
            <nav aria-label={text.more}>
              <ul className="sheet settings-links ruled">
                <SettingsLink
                  to="/settings/recovery"
                  icon={KeyRound}
                  title={text.recoveryLink}
                  body={text.recoveryLinkBody(profile.recoveryCodesLeft)}
                />
                <SettingsLink to="/settings/data" icon={Database} title={text.dataLink} body={text.dataLinkBody} />
              </ul>
            </nav>
          </>
        )}
      </Loaded>
      <ThisBrowser />
    </div>
  )
}

function SettingsLink({ to, icon, title, body }: { to: string; icon: IconNode; title: string; body: string }) {
  return (
    <li>
      <Link to={to}>
        <Icon icon={icon} size={20} />
        <span className="settings-link-text">
          <span>{title}</span>
          <span className="small soft">{body}</span>
        </span>
        <Icon icon={ChevronRight} size={16} />
      </Link>
    </li>
  )
}

function ThisBrowser() {
  const { wallets } = usePage()
  const forget = async () => {
    await wallets.forget()
    showToast(text.recentCleared)
  }
  return (
    <SettingsSheet
      title={text.browserTitle}
      body={text.recent}
      actions={<Button onClick={() => void forget()}>{text.clearRecent}</Button>}
    />
  )
}
