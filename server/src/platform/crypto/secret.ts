import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config-error.ts'

/** The configured secret, or the one in the data folder, created on first start with mode 600. */
export function loadSecret(configured: Buffer | undefined, dataFolder: string): Buffer {
  if (configured) return configured
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, 'secret.key')
  const secret = readSecret(path) ?? createSecret(path)
  if (secret.length !== 32) throw new ConfigError('SECRET_KEY', `${path} is damaged. Restore it from a backup.`)
  return secret
}

function readSecret(path: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Linked into place, so that two servers that start together use the same secret. */
function createSecret(path: string): Buffer {
  // Not the process id, which repeats in containers.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}
