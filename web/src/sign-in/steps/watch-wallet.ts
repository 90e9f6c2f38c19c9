/** Hints while waiting for a wallet; a chunk that is loaded with the first wait. */

import * as limits from '@countersign/contract/limits/wallet-limits.ts'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import type { AttemptOf } from '../attempt.ts'
import type { Flow } from '../flows/flow.ts'

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
  const probes = watchAnswers(flow, walletId, () => wallet.probe(walletId))
  const focus = watchFocus(flow)
  flow.watch = {
    wait,
    hints: () => ({
      ...(probes.isSilent() ? { silent: true } : {}),
      ...(hasEarlierRequest(flow, attempt) ? { earlier: true } : {}),
      ...(focus.isPromptHidden() ? { hidden: true } : {}),
      ...(appLink === undefined ? {} : { appLink }),
      ...(appLink !== undefined && wallet.isOnThisDevice() ? { openApp: true } : {}),
    }),
    stop() {
      probes.stop()
      focus.stop()
      flow.watch = undefined
    },
  }
  flow.changed()
}

/** A restarted extension neither answers nor emits events, so it is probed with a request that needs no approval. */
function watchAnswers(flow: Flow, walletId: string, send: () => Promise<void>): { isSilent(): boolean; stop(): void } {
  const { timers } = flow.options
  let isSilent = false
  let cancel = timers.after(limits.WALLET_PROBE_AFTER_MS, probe)

  function probe() {
    const late = timers.after(limits.WALLET_PROBE_LIMIT_MS, () => setSilent(true))
    const next = timers.after(limits.WALLET_PROBE_EVERY_MS, probe)
    cancel = () => {
      late()
      next()
    }
    const noteAnswer = () => {
      late()
      setSilent(false)
    }
    send().then(noteAnswer, noteAnswer) // an error is an answer too
  }

  function setSilent(next: boolean) {
    if (isSilent === next) return
    isSilent = next
    if (isSilent) flow.options.wallets.requests.dropAll(walletId)
    flow.changed()
  }

  return { isSilent: () => isSilent, stop: () => cancel() }
}

/** Wallets don't report that their window is hidden, but the page has the focus then. */
function watchFocus(flow: Flow): { isPromptHidden(): boolean; stop(): void } {
  const { timers, page } = flow.options
  let isHidden = false
  let cancel = () => {}
  const set = (value: boolean) => {
    isHidden = value
    flow.changed()
  }
  const stop = page.onFocusChange((hasFocus) => {
    cancel()
    if (hasFocus) cancel = timers.after(limits.PROMPT_HIDDEN_AFTER_MS, () => set(true))
    else set(false)
  })
  return {
    isPromptHidden: () => isHidden,
    stop() {
      cancel()
      stop()
    },
  }
}

function hasEarlierRequest({ options: { wallets, timers } }: Flow, { click, wallet }: Wait): boolean {
  const { open, earlier } = wallets.requests
  const oldest = timers.now() - CHALLENGE_TTL_MS
  const waiting = [...open].filter(({ id, at }) => id === wallet.id && at > oldest).length
  const isEarlier = earlier?.id === wallet.id && earlier.at > oldest
  return waiting > 1 || (waiting === 1 && (isEarlier || click.takeOver))
}
