/** How a scripted wallet of Solana or Bitcoin answers; sent to the page as source, so it refers to nothing outside itself. */

import type { WalletAnswer } from './scripted-wallet.ts'

export type ScriptedRequests = {
  calledMethods: string[]
  answer(method: string, answer: WalletAnswer): void
  approve(result?: unknown): void
  reject(error?: { code?: number; message: string }): void
  waiting(): string[]
  /** Records the call, and runs the effect if the answer is or becomes an approval. */
  run(method: string, effect: () => unknown): Promise<unknown>
  createError(error: { code?: number; message: string; data?: unknown }): Error
}

export function createScriptedRequests(script: Record<string, WalletAnswer> | undefined): ScriptedRequests {
  const answers = { ...script }
  const waiting: { method: string; approve(result?: unknown): void; reject(error: unknown): void }[] = []
  const calledMethods: string[] = []
  const createError = (error: { code?: number; message: string; data?: unknown }) =>
    Object.assign(new Error(error.message), error)

  async function run(method: string, effect: () => unknown): Promise<unknown> {
    calledMethods.push(method)
    const answer = answers[method] ?? 'approve'
    if (answer === 'approve') return effect()
    if (answer === 'hang') return new Promise(() => {})
    if (answer !== 'ask') {
      if ('message' in answer) throw createError(answer)
      return answer.result
    }
    return new Promise((resolve, reject) => {
      // The effect may throw.
      const approve = (result?: unknown) => resolve(result !== undefined ? result : Promise.try(effect))
      waiting.push({ method, approve, reject })
    })
  }

  return {
    calledMethods,
    answer(method, answer) {
      answers[method] = answer
    },
    approve: (result) => waiting.shift()?.approve(result),
    reject: (error = { code: 4001, message: 'User rejected the request.' }) =>
      waiting.shift()?.reject(createError(error)),
    waiting: () => waiting.map(({ method }) => method),
    run,
    createError,
  }
}
