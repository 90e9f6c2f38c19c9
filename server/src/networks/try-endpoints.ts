/** Validates endpoints entered by an admin: each must be a node of the given chain. */

import { AppError, type FieldProblem } from '@countersign/contract/errors.ts'
import { RPC_RETRY_AFTER_S } from '@countersign/contract/limits.ts'
import { canonicalUrl, endpointUrlProblem } from './rpc/endpoint-url.ts'
import { EndpointFailure, WrongChain } from './rpc/failure.ts'
import type { NodeEndpoint, Nodes } from './rpc/nodes.ts'

export function readUrls(given: string[]): string[] {
  const urls = given.map((url) => (endpointUrlProblem(url) ? '' : canonicalUrl(url)))
  const fields = urls.flatMap((url, index) => {
    const code = endpointUrlProblem(given[index] ?? '') ?? (urls.indexOf(url) < index ? 'given_twice' : undefined)
    return code === undefined ? [] : [{ path: `/urls/${index}`, code }]
  })
  if (fields.length > 0) throw new AppError('invalid_body', { fields })
  return urls
}

export async function requireAnswers(nodes: Nodes, chainId: number, urls: string[]): Promise<void> {
  const failures = await Promise.all(urls.map((url) => tryEndpoint(nodes, { chainId, url })))
  const at = (index: number, code: string): FieldProblem => ({ path: `/urls/${index}`, code })
  const wrong = failures.flatMap((failure, index) => (failure instanceof WrongChain ? [at(index, 'wrong_chain')] : []))
  if (wrong.length > 0) throw new AppError('network_wrong_chain', { detail: problemsOf(failures), fields: wrong })
  const silent = failures.flatMap((failure, index) => (failure ? [at(index, 'no_answer')] : []))
  if (silent.length > 0)
    throw new AppError('rpc_unavailable', {
      detail: problemsOf(failures),
      fields: silent,
      retryAfter: RPC_RETRY_AFTER_S,
    })
}

export async function tryEndpoint(nodes: Nodes, endpoint: NodeEndpoint): Promise<EndpointFailure | undefined> {
  try {
    await nodes.probe(endpoint)
    return undefined
  } catch (error) {
    if (error instanceof EndpointFailure) return error
    throw error
  }
}

function problemsOf(failures: (EndpointFailure | undefined)[]): string {
  return failures.flatMap((failure, index) => (failure ? [`Endpoint ${index + 1}: ${failure.problem}`] : [])).join(' ')
}
