import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** Workspace packages come from the checkout, dependencies from this installation. */
export function checkOut(commit: string, folder: string): string {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, stdio: 'pipe' })
  const path = join(folder, 'code')
  git('worktree', 'add', '--detach', path, commit)
  process.once('exit', () => git('worktree', 'remove', '--force', path))
  linkModules(join(root, 'node_modules'), join(path, 'node_modules'))
  for (const name of ['contract', 'server']) {
    const installed = join(root, name, 'node_modules')
    if (existsSync(installed)) symlinkSync(installed, join(path, name, 'node_modules'))
  }
  symlinkSync(join(root, 'web', 'dist'), join(path, 'web', 'dist'))
  return path
}

const OURS = '@countersign'

function linkModules(from: string, to: string): void {
  mkdirSync(join(to, OURS), { recursive: true })
  for (const name of readdirSync(from)) if (name !== OURS) symlinkSync(join(from, name), join(to, name))
  symlinkSync(join(to, '..', 'contract'), join(to, OURS, 'contract'))
}
