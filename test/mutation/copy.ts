/** A copy of the working tree that a tool may write to. Its packages are links, and those of this workspace lead into it. */

import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export type Copy = { folder: string; temporary: string; cache: string; remove(): void }

const WORKSPACES: Record<string, string> = {
  '@countersign/contract': 'contract',
  '@countersign/web': 'web',
  countersign: 'server',
}

export function copyWorkingTree(): Copy {
  const place = mkdtempSync(join(tmpdir(), 'countersign-mutation-'))
  const copy = { folder: join(place, 'tree'), temporary: join(place, 'tmp'), cache: join(place, 'cache') }
  for (const folder of Object.values(copy)) mkdirSync(folder)
  copyFiles(copy.folder)
  linkPackages(copy.folder)
  const removeCopy = () => rmSync(place, { recursive: true, force: true })
  // `fail` ends the process without a `finally`.
  process.once('exit', removeCopy)
  // Stryker gets the same signal and ends; this process ends after it, and so removes the copy.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return { ...copy, remove: removeCopy }
}

/** Tracked files and new ones, as they are now; nothing that is ignored. */
function copyFiles(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(file, join(folder, file))
  }
}

function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@countersign'), { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (!(name in WORKSPACES) && name !== '@countersign' && name !== '.cache')
      symlinkSync(resolve('node_modules', name), join(modules, name))
  for (const [name, workspace] of Object.entries(WORKSPACES)) {
    symlinkSync(join(folder, workspace), join(modules, name))
    const own = resolve(workspace, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, workspace, 'node_modules'))
  }
}
