import { contractChain } from '@countersign/contract/family/account.ts'
import { TOUCH_INTERVAL_MS } from '@countersign/contract/limits.ts'
import { endOwnSession, listSessions, type SessionItem } from '@countersign/contract/routes/session.ts'
import { Monitor, Smartphone } from 'lucide'
import { EndSessionDialog } from '../../../components/session/end-session-dialog.tsx'
import { useSignOut } from '../../../components/sign-out/use-sign-out.ts'
import { SpokenAddress } from '../../../components/spoken-address.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { walletKind } from '../../../components/wallet-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { account } from '../../../words/account/account.ts'
import { sessions as text } from '../../../words/account/sessions.ts'

/** `lastSeenAt` is updated at most once per interval. */
const ACTIVE_MS = 2 * TOUCH_INTERVAL_MS

export function SessionRow({ session }: { session: SessionItem }) {
  const { device, maskedIp, wallet, current, phone, createdAt } = session
  const icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  return (
    <article className="sheet-row sheet">
      <Icon icon={icon} size={24} />
      <div>
        <div className="row">
          <h2>{device}</h2>
          {current ? <Tag tone="good">{text.here}</Tag> : null}
          {phone ? <Tag icon={Smartphone}>{text.byPhone}</Tag> : null}
        </div>
        <p className="soft">
          {text.ip(maskedIp)} · <LastActive session={session} />
        </p>
        <p className="small soft">
          {text.signedWith} {wallet.label ?? wallet.name ?? text.aWallet}{' '}
          {wallet.ens ? <bdi translate="no">{wallet.ens} </bdi> : null}
          <SpokenAddress address={wallet.address} /> ·{' '}
          {contractChain(wallet.account) === undefined ? null : `${walletKind(wallet)} · `}
          {text.since} <Timestamp at={createdAt} />
        </p>
      </div>
      {current ? (
        <SignOutButton />
      ) : (
        <DialogButton
          aria-label={text.endOf(device, maskedIp)}
          dialog={(onClose) => (
            <EndSessionDialog
              session={session}
              route={endOwnSession}
              refreshes={[listSessions]}
              words={text}
              onClose={onClose}
            />
          )}
        >
          {text.end}
        </DialogButton>
      )}
    </article>
  )
}

function LastActive({ session: { current, lastSeenAt } }: { session: SessionItem }) {
  if (current || Date.now() - Date.parse(lastSeenAt) < ACTIVE_MS) return text.activeNow
  return (
    <>
      {text.lastActive} <Timestamp at={lastSeenAt} />
    </>
  )
}

function SignOutButton() {
  const { busy, signOut } = useSignOut()
  return (
    <Button busy={busy} onClick={() => void signOut()}>
      {busy ? account.signingOut : text.endHere}
    </Button>
  )
}
