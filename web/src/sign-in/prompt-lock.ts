/** At most one wallet prompt per browser, by a Web Lock shared between its tabs. */
export type PromptLock = {
  /** Undefined when another tab holds it. `lost` is called when another tab steals it. */
  take(mode: 'if_free' | 'steal', lost: () => void): Promise<{ release(): void } | undefined>
  whenFree(signal: AbortSignal): Promise<void>
}

const NAME = 'cs:prompt'

/** Without Web Locks every tab may open a prompt. */
export function createPromptLock(locks: LockManager | undefined): PromptLock {
  if (!locks) return { take: async () => ({ release() {} }), whenFree: async () => undefined }
  return {
    take(mode, lost) {
      return new Promise((resolve) => {
        let released = false
        const hold = (lock: Lock | null) => {
          if (!lock) return resolve(undefined)
          return new Promise<void>((free) => {
            resolve({
              release() {
                released = true
                free()
              },
            })
          })
        }
        const options = mode === 'steal' ? { steal: true } : { ifAvailable: true }
        locks.request(NAME, options, hold).catch(() => {
          if (!released) lost()
          resolve(undefined)
        })
      })
    },
    async whenFree(signal) {
      await locks.request(NAME, { signal }, () => undefined)
    },
  }
}
