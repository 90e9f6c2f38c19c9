import { AppError } from '@countersign/contract/errors.ts'
import type { Chains } from './chains.ts'

export function createChains(): Chains {
  const refuse = () => Promise.reject(new AppError('network_not_configured'))
  return { has: async () => false, ask: refuse, agree: refuse, asked: 0 }
}
