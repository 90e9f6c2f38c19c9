import { listNotices, type Notice as NoticeItem, readNotice } from '@countersign/contract/routes/notice.ts'
import { getProfile, type Profile } from '@countersign/contract/routes/person.ts'
import { keepWallet, listWallets } from '@countersign/contract/routes/wallet.ts'
import { useAct, useAnswer } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { When } from '../../../components/when.tsx'
import { Link } from '../../../page/history.tsx'
import { ShortAddress } from '../../../ui/address.tsx'
import { spelledEnd } from '../../../ui/address-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { home as text, wallets } from '../../../words/own.ts'
import { steps } from '../../../words/steps.ts'

/** What the person should know without having looked for it, then what they would be wise to do. */
export function HomeNotices() {
  const { data } = useAnswer(listNotices)
  const { data: profile } = useAnswer(getProfile)
  const items = data?.items ?? []
  const advice = profile ? adviceFor(profile) : undefined
  if (items.length === 0 && !advice) return null
  return (
    <section className="stack stack-close" aria-label={text.notices}>
      {items.map((notice) => (
        <OneNotice key={notice.id} notice={notice} />
      ))}
      {advice}
    </section>
  )
}

function OneNotice({ notice }: { notice: NoticeItem }) {
  const read = useAct(readNotice, { refreshes: [listNotices] })
  const { id, kind, at, device, near, address, until } = notice
  const { title, body } = text.kinds[kind]
  const dismiss = () => read.mutate({ params: { id } })
  return (
    <Notice
      tone={kind === 'role_changed' ? 'calm' : 'warn'}
      actions={
        <>
          <NextAct notice={notice} onDone={dismiss} />
          <Button look="quiet" aria-disabled={read.isPending || undefined} onClick={dismiss}>
            {kind === 'new_sign_in' ? text.wasMe : text.understood}
          </Button>
        </>
      }
    >
      <p>
        <strong>{title}</strong>
      </p>
      <p className="small soft notice-facts">
        {address ? <ShortAddress address={address} spoken={steps.address.spoken(spelledEnd(address))} /> : null}
        {device ? <span>{device}</span> : null}
        {near ? <span>{text.near(near)}</span> : null}
        <When at={at} />
      </p>
      <p>
        {until ? (
          <>
            {text.removed} <When at={until} exact />.{' '}
          </>
        ) : null}
        {body}
      </p>
      {read.error ? <Refused error={read.error} /> : null}
    </Notice>
  )
}

const OF_SESSIONS: NoticeItem['kind'][] = [
  'new_sign_in',
  'session_reuse',
  'recovery_codes_created',
  'recovery_codes_deleted',
  'recovery_link_created',
  'data_exported',
]

/** Where to go or what to do about it. */
function NextAct({ notice: { kind, walletId }, onDone }: { notice: NoticeItem; onDone: () => void }) {
  if (kind === 'wallet_removing' && walletId) return <Keep walletId={walletId} onDone={onDone} />
  if (kind === 'role_changed') return null
  const [to, label] = OF_SESSIONS.includes(kind) ? ['/sessions', text.showSessions] : ['/wallets', text.showWallets]
  return (
    <Link to={to} className="button plain">
      <span>{label}</span>
    </Link>
  )
}

function Keep({ walletId, onDone }: { walletId: string; onDone: () => void }) {
  const keep = useAct(keepWallet, { refreshes: [listWallets] })
  const run = () =>
    keep.mutateAsync({ params: { id: walletId } }).then(
      () => {
        showToast(wallets.kept)
        onDone()
      },
      () => undefined, // the button gives way to the page where the reason stands
    )
  if (keep.error) {
    return (
      <Link to={`/wallets/${walletId}`} className="button plain">
        <span>{text.showWallets}</span>
      </Link>
    )
  }
  return (
    <Button aria-disabled={keep.isPending || undefined} onClick={keep.isPending ? undefined : () => void run()}>
      {text.keep}
    </Button>
  )
}

/** Someone with one wallet needs a second one or codes, and is pointed to both. */
function adviceFor({ walletCount, recoveryCodesLeft }: Profile) {
  if (walletCount > 1 && recoveryCodesLeft > 0) return undefined
  const advice = walletCount > 1 ? text.adviceCodes : recoveryCodesLeft > 0 ? text.adviceSecond : text.adviceWallet
  return (
    <Notice
      actions={
        <>
          {walletCount > 1 ? null : (
            <Link to="/wallets/add" className="button plain">
              <span>{text.adviceWallet.act}</span>
            </Link>
          )}
          {recoveryCodesLeft > 0 ? null : (
            <Link to="/settings/recovery" className="button plain">
              <span>{text.adviceCodes.act}</span>
            </Link>
          )}
        </>
      }
    >
      <p>
        <strong>{advice.title}</strong>
      </p>
      <p>{advice.body}</p>
    </Notice>
  )
}
