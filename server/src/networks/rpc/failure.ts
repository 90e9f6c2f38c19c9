/** `problem` is our own text: what the endpoint sent could contain its key. */
export class EndpointFailure extends Error {
  readonly problem: string
  /** False if the author of a contract could have caused it. */
  readonly isEndpointFault: boolean
  constructor(problem: string, blames = true) {
    super(problem)
    this.name = 'EndpointFailure'
    this.problem = problem
    this.isEndpointFault = blames
  }
}

/** The endpoint serves another chain, so waiting does not help. */
export class WrongChain extends EndpointFailure {
  constructor(said: string, expected: number) {
    super(`Wrong chain: got ${said}, expected ${expected}.`)
    this.name = 'WrongChain'
  }
}
