import { CHALLENGE_MIN_LEFT_MS } from '@countersign/contract/limits.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { Timers } from '../wallet/env.ts'
import type { HeldChallenge } from './attempt.ts'

/** Keeps a challenge ready, so that a click reaches the wallet without waiting for the server. */
export type Challenges = {
  /** Fetches one unless a good one is held or on its way. A failure is met again, and told, at the click. */
  prefetch(): void
  /** The held one, with a minute or more left. */
  fresh(): HeldChallenge | undefined
  get(): Promise<HeldChallenge>
  /** A challenge that was sent, or that lies in a wallet nobody waits for, is not used again. */
  discard(challenge: HeldChallenge): void
  dispose(): void
}

export function createChallenges(fetch: (signal: AbortSignal) => Promise<Challenge>, timers: Timers): Challenges {
  const abort = new AbortController()
  let held: HeldChallenge | undefined
  let coming: Promise<HeldChallenge> | undefined
  let cancelRefresh = () => {}

  const fresh = () => (held && held.endsAt - timers.now() >= CHALLENGE_MIN_LEFT_MS ? held : undefined)

  function get(): Promise<HeldChallenge> {
    const good = fresh()
    if (good) return Promise.resolve(good)
    coming ??= load().finally(() => {
      coming = undefined
    })
    return coming
  }

  async function load(): Promise<HeldChallenge> {
    const challenge = await fetch(abort.signal)
    // Only the length of its life is taken from the server: this computer's clock may be hours off.
    const life = Date.parse(challenge.expiresAt) - Date.parse(challenge.issuedAt)
    held = { challenge, endsAt: timers.now() + life }
    cancelRefresh()
    cancelRefresh = timers.after(Math.max(0, life - CHALLENGE_MIN_LEFT_MS) + 1, prefetch)
    return held
  }

  function prefetch() {
    if (!abort.signal.aborted) get().catch(() => undefined)
  }

  return {
    prefetch,
    fresh,
    get,
    discard(challenge) {
      if (challenge !== held) return
      held = undefined
      cancelRefresh()
    },
    dispose() {
      cancelRefresh()
      abort.abort()
    },
  }
}
