/** An endpoint did not answer as a node does. `problem` is in our words: what it sent could carry its key. */
export class EndpointFailure extends Error {
  readonly problem: string
  /** False where whoever wrote the contract could have caused it: that says nothing about the endpoint. */
  readonly blames: boolean
  constructor(problem: string, blames = true) {
    super(problem)
    this.name = 'EndpointFailure'
    this.problem = problem
    this.blames = blames
  }
}

/** It answers for another chain, which no waiting mends. */
export class WrongChain extends EndpointFailure {
  constructor(said: string, expected: number) {
    super(`Wrong chain: got ${said}, expected ${expected}.`)
    this.name = 'WrongChain'
  }
}
