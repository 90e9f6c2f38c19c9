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
