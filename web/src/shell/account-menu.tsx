import type { SessionState } from '@countersign/contract/routes/session.ts'
import { Check, ChevronDown, Copy, PlugZap, Unplug, Wallet } from 'lucide'
import { useLayoutEffect, useRef, useState } from 'react'
import { ConnectDialog } from '../components/connection/connect-dialog.tsx'
import { SignOutEntry } from '../components/sign-out/sign-out-entry.tsx'
import { useSignOut } from '../components/sign-out/use-sign-out.ts'
import { SpokenAddress } from '../components/spoken-address.tsx'
import { ConnectionChip } from '../page/connection-chip.tsx'
import { Link, usePath } from '../page/history.tsx'
import { useConnection } from '../page/page-context.tsx'
import { ownName } from '../session/own-name.ts'
import { useCopy } from '../ui/controls/copy-button.tsx'
import { Menu } from '../ui/controls/menu.tsx'
import { NavButton } from '../ui/controls/nav-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Identicon } from '../ui/identity/identicon.tsx'
import { account, nav } from '../words/account/account.ts'

/** The connection of the wallet and, beside it, the menu of the account: two facts. */
export function AccountMenu({ state }: { state: SessionState }) {
  const connection = useConnection()
  const { status } = connection
  const path = usePath()
  const [connecting, setConnecting] = useState(false)
  const menuButton = useFocusAfter(connecting)
  const { address, ens } = state.session.wallet
  const name = ownName(state)
  const walletName = ('wallet' in connection && connection.wallet?.name) || account.theWallet
  const connect = status === 'disconnected' ? () => setConnecting(true) : undefined
  const summary = (
    <>
      <Identicon address={address} size={24} />
      <bdi className="account-menu-name">{name}</bdi>
      <Icon icon={ChevronDown} size={16} />
    </>
  )
  return (
    <>
      {/* Stays a button while it connects, so that the dialog can return the focus. */}
      <ConnectionChip onConnect={connecting ? () => {} : connect} action={connect && account.reconnect} />
      <Menu
        key={path}
        group="header"
        className="account-menu"
        label={account.menuOf(name)}
        summary={summary}
        buttonRef={menuButton}
      >
        <div className="account-menu-head">
          {state.me.displayName ? <p className="medium">{state.me.displayName}</p> : null}
          {ens ? <p translate="no">{ens}</p> : null}
          <p>
            <SpokenAddress address={address} />
          </p>
          <p className="small soft">{account.connection[status](walletName)}</p>
        </div>
        <ul>
          {connect ? (
            <li>
              <NavButton icon={PlugZap} onClick={connect}>
                {account.reconnect}
              </NavButton>
            </li>
          ) : null}
          <li>
            <CopyAddress address={address} />
          </li>
          <li>
            <Link to="/wallets" className="nav-entry">
              <Icon icon={Wallet} size={20} />
              <span>{nav.wallets}</span>
            </Link>
          </li>
          <li>
            <SignOutEntry />
          </li>
          {status === 'connected' ? (
            <li>
              <SignOutAndDisconnect />
            </li>
          ) : null}
        </ul>
      </Menu>
      {connecting ? <ConnectDialog wallet={state.session.wallet} onClose={() => setConnecting(false)} /> : null}
    </>
  )
}

/** The element that takes the focus after the dialog when what opened it is gone: a connected wallet has no button. */
function useFocusAfter(isOpen: boolean) {
  const ref = useRef<HTMLElement>(null)
  // A layout effect, because the shell moves a lost focus to the heading in the next frame.
  useLayoutEffect(() => {
    if (!isOpen) return
    return () => {
      if (document.activeElement === document.body) ref.current?.focus()
    }
  }, [isOpen])
  return ref
}

function CopyAddress({ address }: { address: string }) {
  const { copied, copy } = useCopy(address, account.copied)
  return (
    <NavButton icon={copied ? Check : Copy} onClick={() => void copy()}>
      {copied ? account.copied : account.copyAddress}
    </NavButton>
  )
}

function SignOutAndDisconnect() {
  const { busy, signOutAndDisconnect } = useSignOut()
  return (
    <NavButton icon={Unplug} busy={busy} onClick={() => void signOutAndDisconnect()}>
      {account.signOutAll}
    </NavButton>
  )
}
