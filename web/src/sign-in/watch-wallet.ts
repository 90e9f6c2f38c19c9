import {
  WALLET_PROBE_AFTER_MS,
  WALLET_PROBE_EVERY_MS,
  WALLET_PROBE_LIMIT_MS,
} from '@countersign/contract/wallet-limits.ts'
import type { Flow, WalletWatch } from './flow.ts'

/**
 * An extension that was updated or restarted answers nothing any more and says so by no event; only a reload of the
 * page helps. While a request waits, the wallet is asked something that needs no person. The request itself goes on.
 */
export function watchWallet(flow: Flow): void {
  const wait = waitOf(flow)
  if (wait?.name === flow.watch?.wait) return
  flow.watch?.stop()
  flow.watch = wait && startWatch(flow, wait)
}

type Wait = { name: string; walletId: string }

function waitOf({ attempt }: Flow): Wait | undefined {
  if (attempt.status !== 'connecting' && attempt.status !== 'picking' && attempt.status !== 'signing') return undefined
  return { name: `${attempt.status} ${attempt.id}`, walletId: attempt.wallet.id }
}

function startWatch(flow: Flow, { name, walletId }: Wait): WalletWatch {
  const { timers, wallets } = flow.options
  const watch: WalletWatch = { wait: name, silent: false, stop: () => cancel() }
  let cancel = timers.after(WALLET_PROBE_AFTER_MS, probe)

  function probe() {
    const late = timers.after(WALLET_PROBE_LIMIT_MS, () => answered(false))
    const next = timers.after(WALLET_PROBE_EVERY_MS, probe)
    cancel = () => {
      late()
      next()
    }
    const here = () => {
      late()
      answered(true)
    }
    wallets.probe(walletId).then(here, here) // an error is an answer too
  }

  function answered(here: boolean) {
    if (watch.silent === !here || flow.watch !== watch) return
    watch.silent = !here
    flow.changed()
  }

  return watch
}
