export class ConfigError extends Error {
  readonly variable: string
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`)
    this.name = 'ConfigError'
    this.variable = variable
  }
}
