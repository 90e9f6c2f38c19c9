/** Hints while waiting for a wallet; a chunk that is loaded with the first wait. */

import {
  WALLET_PROBE_AFTER_MS,
  WALLET_PROBE_EVERY_MS,
  WALLET_PROBE_LIMIT_MS,
} from '@countersign/contract/limits/wallet-limits.ts'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import type { AttemptOf } from '../attempt.ts'
import type { Flow } from '../flow.ts'

type Wait = AttemptOf<'connecting' | 'picking' | 'signing'>

export async function watchWallet(flow: Flow): Promise<void> {
  const wallet = await flow.options.wallets.extras()
  const { attempt } = flow
  if (attempt.status !== 'connecting' && attempt.status !== 'picking' && attempt.status !== 'signing')
    return flow.watch?.stop()
  const wait = `${attempt.status} ${attempt.id}`
  if (flow.watch?.wait === wait) return
  flow.watch?.stop()
  const walletId = attempt.wallet.id
  const appLink = attempt.status === 'signing' ? wallet.appLink(walletId) : undefined
  const probes = watchAnswers(flow, () => wallet.probe(walletId))
  flow.watch = {
    wait,
    hints: () => ({
      ...(probes.silent() ? { silent: true } : {}),
      ...(hasEarlierRequest(flow, attempt) ? { earlier: true } : {}),
      ...(appLink === undefined ? {} : { appLink }),
      ...(appLink !== undefined && wallet.isOnThisDevice() ? { openApp: true } : {}),
    }),
    stop() {
      probes.stop()
      flow.watch = undefined
    },
  }
  flow.changed()
}

/** A restarted extension neither answers nor emits events, so it is probed with a request that needs no approval. */
function watchAnswers(flow: Flow, send: () => Promise<void>): { silent(): boolean; stop(): void } {
  const { timers } = flow.options
  let silent = false
  let cancel = timers.after(WALLET_PROBE_AFTER_MS, probe)

  function probe() {
    const late = timers.after(WALLET_PROBE_LIMIT_MS, () => answered(false))
    const next = timers.after(WALLET_PROBE_EVERY_MS, probe)
    cancel = () => {
      late()
      next()
    }
    const arrived = () => {
      late()
      answered(true)
    }
    send().then(arrived, arrived) // an error is an answer too
  }

  function answered(inTime: boolean) {
    if (silent === !inTime) return
    silent = !inTime
    flow.changed()
  }

  return { silent: () => silent, stop: () => cancel() }
}

function hasEarlierRequest({ options: { wallets, timers } }: Flow, { click, wallet }: Wait): boolean {
  const { open, earlier } = wallets.requests
  const oldest = timers.now() - CHALLENGE_TTL_MS
  const waiting = [...open].filter(({ id, at }) => id === wallet.id && at > oldest).length
  return waiting > 1 || (waiting === 1 && (earlier?.id === wallet.id || click.takeOver))
}
