/** The registry of delegate.xyz without a chain: a test decides what it answers. */

import type { ChainRead, ReadOutcome } from '../../server/src/rules/chain-read.ts'
import { openRules } from '../../server/src/rules/open-rules.ts'
import { type Delegation, delegationRead, type Scope } from '../../server/src/rules/vault/delegation.ts'
import type { TestServer } from './server/server.ts'

export type ScriptedRegistry = {
  delegate(delegation: Delegation, scope?: Scope): void
  revokeAll(): void
  /** Instead of the delegations. */
  answer: ((read: ChainRead) => ReadOutcome | Promise<ReadOutcome>) | undefined
  /** Reads so far. */
  reads: ChainRead[]
}

export const word = (value: number): ReadOutcome => ({
  kind: 'value',
  data: `0x${value.toString(16).padStart(64, '0')}`,
  block: 100,
})

/** Replaces the reads of the server. Narrower delegations do not cover wider checks, as in the registry. */
export function scriptRegistry(server: TestServer): ScriptedRegistry {
  const delegated = new Set<string>()
  const registry: ScriptedRegistry = {
    delegate: ({ vault, delegate, chainId }, scope) =>
      void delegated.add(
        dataOf(delegationRead({ chainId, vault: vault.toLowerCase(), delegate: delegate.toLowerCase() }, scope)),
      ),
    revokeAll: () => delegated.clear(),
    answer: undefined,
    reads: [],
  }
  const readChain = (reads: readonly ChainRead[]) => {
    registry.reads.push(...reads)
    const answer = registry.answer ?? ((read: ChainRead) => word(delegated.has(dataOf(read)) ? 1 : 0))
    return Promise.all(reads.map(answer))
  }
  openRules(server.context).readChain = Object.assign(readChain, { pin: () => readChain })
  return registry
}

const dataOf = (read: ChainRead): string => (read.kind === 'call' ? `${read.chainId} ${read.data}` : '')
