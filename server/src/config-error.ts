/** Stops the start: its message is all that the operator needs. */
export class StartError extends Error {
  override name = 'StartError'
}

export class ConfigError extends StartError {
  override name = 'ConfigError'
  readonly variable: string
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`)
    this.variable = variable
  }
}
