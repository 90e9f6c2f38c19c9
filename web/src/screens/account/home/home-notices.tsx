import { type Notice as AccountNotice, listNotices, readNotice } from '@countersign/contract/routes/notice.ts'
import { getProfile, type Profile } from '@countersign/contract/routes/person.ts'
import { keepWallet, listWallets } from '@countersign/contract/routes/wallet.ts'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { SpokenAddress } from '../../../components/spoken-address.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { home as text } from '../../../words/account/home.ts'
import { wallets } from '../../../words/account/wallets.ts'

export function HomeNotices() {
  const { data } = useRouteQuery(listNotices)
  const { data: profile } = useRouteQuery(getProfile)
  const items = data?.items ?? []
  const advice = profile ? adviceFor(profile) : undefined
  if (items.length === 0 && !advice) return null
  return (
    <section className="stack stack-close" aria-label={text.notices}>
      {items.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
      {advice}
    </section>
  )
}

function NoticeItem({ notice }: { notice: AccountNotice }) {
  const read = useRouteMutation(readNotice, { refreshes: [listNotices] })
  const { id, kind, at, device, maskedIp, address, subject, count, until } = notice
  const { title, body } = count > 1 ? text.newSignIns(count) : text.kinds[kind]
  const dismiss = () => read.mutate({ params: { id } })
  return (
    <Notice
      tone={TONES[kind] ?? 'warn'}
      actions={
        <>
          <NextAction notice={notice} onDone={dismiss} />
          <Button look="quiet" busy={read.isPending} onClick={dismiss}>
            {!SIGN_INS.includes(kind) ? text.understood : count > 1 ? text.wereMe : text.wasMe}
          </Button>
        </>
      }
      title={title}
    >
      <p className="small soft dotted">
        {count > 1 ? <span>{text.latest}</span> : null}
        {subject ? <bdi>{subject}</bdi> : null}
        {address ? <SpokenAddress address={address} /> : null}
        {device ? <span>{device}</span> : null}
        {maskedIp ? <span>{text.ip(maskedIp)}</span> : null}
        <Timestamp at={at} />
      </p>
      <p>
        {until ? (
          <>
            {kind === 'access_declined' ? text.askAgain : text.removed} <Timestamp at={until} exact />.{' '}
          </>
        ) : null}
        {body}
      </p>
      {read.error ? <ErrorNotice error={read.error} /> : null}
    </Notice>
  )
}

const TONES: Partial<Record<AccountNotice['kind'], 'calm' | 'good'>> = {
  role_changed: 'calm',
  access_declined: 'calm',
  access_granted: 'good',
}

const SIGN_INS: AccountNotice['kind'][] = ['new_sign_in', 'phone_sign_in']

const SESSION_KINDS: AccountNotice['kind'][] = [
  'new_sign_in',
  'phone_sign_in',
  'phone_locked',
  'session_reuse',
  'recovery_codes_created',
  'recovery_codes_replaced',
  'recovery_codes_deleted',
  'recovery_link_created',
  'data_exported',
]

function NextAction({ notice: { kind, walletId }, onDone }: { notice: AccountNotice; onDone: () => void }) {
  if (kind === 'wallet_removing' && walletId) return <KeepWalletButton walletId={walletId} onDone={onDone} />
  if (TONES[kind]) return null // for information
  const [to, label] = SESSION_KINDS.includes(kind) ? ['/sessions', text.showSessions] : ['/wallets', text.showWallets]
  return <LinkButton to={to}>{label}</LinkButton>
}

function KeepWalletButton({ walletId, onDone }: { walletId: string; onDone: () => void }) {
  const keep = useRouteMutation(keepWallet, { refreshes: [listWallets], toast: wallets.kept })
  const run = () => keep.mutate({ params: { id: walletId } }, { onSuccess: onDone })
  if (keep.error) {
    return <LinkButton to={`/wallets/${walletId}`}>{text.showWallets}</LinkButton>
  }
  return (
    <Button busy={keep.isPending} onClick={run}>
      {text.keep}
    </Button>
  )
}

function adviceFor({ walletCount, recoveryCodesLeft }: Profile) {
  if (walletCount > 1 && recoveryCodesLeft > 0) return undefined
  const advice = walletCount > 1 ? text.adviceCodes : recoveryCodesLeft > 0 ? text.adviceSecond : text.adviceWallet
  return (
    <Notice
      title={advice.title}
      actions={
        <>
          {walletCount > 1 ? null : <LinkButton to="/wallets/add">{text.adviceWallet.action}</LinkButton>}
          {recoveryCodesLeft > 0 ? null : <LinkButton to="/settings/recovery">{text.adviceCodes.action}</LinkButton>}
        </>
      }
    >
      {advice.body}
    </Notice>
  )
}
