import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config-error.ts'
import { explainFileProblem } from '../file-problem.ts'

/** The configured secret, or the one in the data folder, created on first start with mode 600. */
export function loadSecret(configured: Buffer | undefined, dataFolder: string): Buffer {
  if (configured) return configured
  const path = join(dataFolder, 'secret.key')
  const folder = { variable: 'DATA_DIR', path: dataFolder, fix: 'Set a folder that this user can write to.' }
  explainFileProblem(folder, () => mkdirSync(dataFolder, { recursive: true, mode: 0o700 }))
  const existing = explainFileProblem({ variable: 'DATA_DIR', path }, () => readSecret(path))
  const secret = existing ?? explainFileProblem(folder, () => createSecret(path))
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
    try {
      writeSync(file, `${randomBytes(32).toString('hex')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}
