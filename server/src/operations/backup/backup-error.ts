/** Why there is no copy, or no restore, and what to do about it: an operator reads this. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}
