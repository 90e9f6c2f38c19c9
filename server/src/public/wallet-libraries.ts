/** Libraries of wallets that the operator installed: found, compared and compressed once, at start. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type WalletLibrary, walletLibraries } from '@countersign/contract/wallet-library.ts'
import type { Config } from '../config.ts'
import { compressScript, type Files } from '../platform/http/static-files.ts'
import type { Log } from '../platform/log.ts'

/** The configuration without wallets whose library is missing, and the files of the others. */
export async function loadWalletLibraries(config: Config, log: Log): Promise<{ config: Config; files: Files }> {
  const offered = { ...config }
  const files: Files = new Map()
  for (const wallet of ['walletConnect', 'baseAccount'] as const) {
    if (!config[wallet]) continue
    const library = walletLibraries[wallet]
    const found = readLibrary(library, [config.dataFolder, import.meta.dirname])
    if (typeof found === 'string') {
      log.warn(`${library.name} is not offered: ${found}`, { fix: installCommand(library, config.dataFolder) })
      offered[wallet] = undefined
    } else files.set(library.path, await compressScript(found))
  }
  return { config: offered, files }
}

/** The file, or why there is none. Its contents are compared, so it does not matter who may write to the folders. */
function readLibrary({ package: name, version, file, integrity }: WalletLibrary, folders: string[]): Buffer | string {
  const installed = folders.flatMap((folder) => modulesAbove(folder, name)).filter((folder) => existsSync(folder))
  for (const folder of installed) {
    const bytes = readIfReadable(join(folder, file))
    if (bytes && `sha256-${createHash('sha256').update(bytes).digest('base64')}` === integrity) return bytes
  }
  const [first] = installed
  if (first === undefined) return `${name} is not installed.`
  const other = versionIn(first)
  return other === version
    ? `${join(first, file)} is missing, or not the file that was published.`
    : `${first} is version ${other}, and only ${version} can be used.`
}

/** Where Node looks for a package: in this folder and those above it. */
function modulesAbove(folder: string, name: string): string[] {
  return (createRequire(join(folder, 'index.js')).resolve.paths(name) ?? []).map((modules) => join(modules, name))
}

function versionIn(folder: string): string {
  const text = readIfReadable(join(folder, 'package.json'))?.toString()
  return /"version":\s*"([\w.+-]{1,40})"/.exec(text ?? '')?.[1] ?? 'unknown'
}

function readIfReadable(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function installCommand({ install }: WalletLibrary, folder: string): string {
  const prefix = /^[\w./:\\-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`
  return `npm install --prefix ${prefix} --ignore-scripts ${install}`
}
