import type { SessionState } from '@countersign/contract/routes/session.ts'
import { useEffect } from 'react'
import { useConnection, usePage } from '../../page/page-context.tsx'
import { createConnectFlow } from '../../sign-in/flows/proof-flows.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { account } from '../../words/account/account.ts'
import { useSignIn, useView } from '../sign-in/use-sign-in.ts'
import { isCancelable, ProofSteps } from '../step-up/proof-steps.tsx'
import { findSessionWallet } from './find-session-wallet.ts'

type ConnectDialogProps = { wallet: SessionState['session']['wallet']; onClose: () => void }

/** Connects the wallet of the session again. The session stays as it is, whatever the wallet answers. */
export function ConnectDialog({ wallet, onClose }: ConnectDialogProps) {
  const page = usePage()
  const signIn = useSignIn(() => createConnectFlow(page))
  const view = useView(signIn)
  const connected = useConnection().status === 'connected'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the click that opened the dialog
  useEffect(() => {
    const id = findSessionWallet(page.wallets.getWallets(), wallet)
    if (id) signIn.choose(id)
  }, [signIn])
  useEffect(() => {
    if (connected) onClose()
  }, [connected, onClose])
  return (
    <Dialog
      title={account.reconnect}
      onClose={onClose}
      actions={isCancelable(view) ? null : <Button onClick={onClose}>{account.cancel}</Button>}
    >
      <div className="stack">
        <p className="soft">{account.reconnectLead}</p>
        {connected ? null : <ProofSteps signIn={signIn} signLabel="" objection={() => undefined} />}
      </div>
    </Dialog>
  )
}
