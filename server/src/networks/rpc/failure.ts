import { AppError } from '@countersign/contract/error/errors.ts'
import { RPC_RETRY_AFTER_S } from '@countersign/contract/limits.ts'

/** `problem` is our own text: the endpoint's could contain its API key. */
export class EndpointFailure extends Error {
  readonly problem: string
  /** False if a contract could have caused it. */
  readonly isEndpointFault: boolean
  constructor(problem: string, blames = true) {
    super(problem)
    this.name = 'EndpointFailure'
    this.problem = problem
    this.isEndpointFault = blames
  }
}

export class WrongChain extends EndpointFailure {
  constructor(actual: string, expected: number) {
    super(`Wrong chain: got ${actual}, expected ${expected}.`)
    this.name = 'WrongChain'
  }
}

/** No node answers, or not enough of them. */
export function rpcUnavailable(): AppError {
  return new AppError('rpc_unavailable', { retryAfter: RPC_RETRY_AFTER_S })
}
