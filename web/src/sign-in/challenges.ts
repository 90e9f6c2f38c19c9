import { CHALLENGE_MIN_LEFT_MS } from '@countersign/contract/limits.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { Timers } from '../wallet/env.ts'
import type { HeldChallenge } from './attempt.ts'

export type Challenges = ReturnType<typeof createChallenges>

export type ChallengeOptions = {
  fetchChallenge(signal: AbortSignal): Promise<Challenge>
  /** False if what it states has changed since it was fetched. */
  isCurrent?(challenge: Challenge): boolean
  timers: Timers
}

/** Prefetches a challenge, so that a click opens the wallet without waiting for the server. */
export function createChallenges({ fetchChallenge, isCurrent = () => true, timers }: ChallengeOptions) {
  const abort = new AbortController()
  let held: HeldChallenge | undefined
  let loading: Promise<HeldChallenge> | undefined
  let cancelRefresh = () => {}

  /** The current challenge, if it is valid for another minute. */
  const fresh = () =>
    held && isCurrent(held.challenge) && held.endsAt - timers.now() >= CHALLENGE_MIN_LEFT_MS ? held : undefined

  function get(): Promise<HeldChallenge> {
    const valid = fresh()
    if (valid) return Promise.resolve(valid)
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  async function load(): Promise<HeldChallenge> {
    const challenge = await fetchChallenge(abort.signal)
    if (!isCurrent(challenge)) return load()
    // Only the lifetime comes from the server: this device's clock may be hours off.
    const lifetime = Date.parse(challenge.expiresAt) - Date.parse(challenge.issuedAt)
    held = { challenge, endsAt: timers.now() + lifetime }
    cancelRefresh()
    cancelRefresh = timers.after(Math.max(0, lifetime - CHALLENGE_MIN_LEFT_MS) + 1, prefetch)
    return held
  }

  /** A failure is ignored here: the click fetches again and reports it. */
  function prefetch() {
    if (!abort.signal.aborted) get().catch(() => undefined)
  }

  return {
    prefetch,
    fresh,
    get,
    /** A challenge that was sent or is open in an abandoned request must not be used again. */
    discard(challenge: HeldChallenge) {
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
