import { listNotices, type Notice as NoticeItem, readNotice } from '@countersign/contract/routes/notice.ts'
import { getProfile, type Profile } from '@countersign/contract/routes/person.ts'
import { keepWallet, listWallets } from '@countersign/contract/routes/wallet.ts'
import { useAct, useAnswer } from '../../../components/account-data.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { When } from '../../../components/when.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { ShortAddress } from '../../../ui/address.tsx'
import { spelledEnd } from '../../../ui/address-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { home as text } from '../../../words/account-home.ts'
import { wallets } from '../../../words/account-wallets.ts'
import { steps } from '../../../words/steps.ts'

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
          <NextAction notice={notice} onDone={dismiss} />
          <Button look="quiet" busy={read.isPending} onClick={dismiss}>
            {kind === 'new_sign_in' ? text.wasMe : text.understood}
          </Button>
        </>
      }
      title={title}
    >
      <p className="small soft dotted">
        {address ? <ShortAddress address={address} spoken={steps.address.spoken(spelledEnd(address))} /> : null}
        {device ? <span>{device}</span> : null}
        {near ? <span>{text.ip(near)}</span> : null}
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

const SESSION_KINDS: NoticeItem['kind'][] = [
  'new_sign_in',
  'session_reuse',
  'recovery_codes_created',
  'recovery_codes_deleted',
  'recovery_link_created',
  'data_exported',
]

/** What to do about a notice. */
function NextAction({ notice: { kind, walletId }, onDone }: { notice: NoticeItem; onDone: () => void }) {
  if (kind === 'wallet_removing' && walletId) return <Keep walletId={walletId} onDone={onDone} />
  if (kind === 'role_changed') return null
  const [to, label] = SESSION_KINDS.includes(kind) ? ['/sessions', text.showSessions] : ['/wallets', text.showWallets]
  return <LinkButton to={to}>{label}</LinkButton>
}

function Keep({ walletId, onDone }: { walletId: string; onDone: () => void }) {
  const keep = useAct(keepWallet, { refreshes: [listWallets], toast: wallets.kept })
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

/** Recommends a second wallet and recovery codes. */
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
