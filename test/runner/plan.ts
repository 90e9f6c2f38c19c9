/** Which test files run, in which order, and what they need on this machine, read from what they import. */

import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type Need =
  | 'page'
  | 'postgres'
  | 'browser'
  | 'firefox'
  | 'webkit'
  | 'chain'
  | 'contracts'
  | 'proxies'
  | 'apache'
  | 'apps'
  | 'wallets'
  | 'debian-parties'
  | 'validators'
  | 'systemd'
export type StageName = 'unit' | 'http' | 'browser' | 'firefox' | 'webkit' | 'relying-parties'
export type TestFile = { path: string; stage: StageName; needs: Need[]; bytes: number }

/** The cheapest first, so that what breaks shows early. */
export const STAGES: Record<StageName, string> = {
  unit: 'Unit tests',
  http: 'HTTP tests',
  browser: 'Browser tests',
  firefox: 'Firefox',
  webkit: 'WebKitGTK',
  'relying-parties': 'Relying parties',
}

const PATTERNS = [
  'contract/src/**/*.test.ts',
  'web/src/**/*.test.ts',
  'server/src/**/*.test.ts',
  'test/{runner,http,browser,journey}/**/*.test.ts',
  'test/deployment/*.test.ts',
  'test/relying-parties/{,extended/}*.test.ts',
]

/** Too slow for every run: they install Python, Ruby and Go, or drive a party in a browser a second time. */
const EXTENDED = 'test/relying-parties/extended/'
/** Before a release only: it has to be started once per profile. */
const WEBKIT = 'test/journey/webkit.test.ts'
/** All tests with third-party relying parties. */
const OF_PARTIES = [
  'test/relying-parties/',
  'test/browser/apps/presets.test.ts',
  'test/browser/apps/forward-auth.test.ts',
]

/** A file that imports one of these, directly or not, needs what is named. */
const NEEDS: Record<string, Need> = {
  'test/support/server/product.ts': 'page',
  'test/support/server/server-process.ts': 'page',
  'test/support/database/postgres.ts': 'postgres',
  'test/support/browser/chromium.ts': 'browser',
  'test/support/journey/firefox.ts': 'firefox',
  'test/support/journey/webkit.ts': 'webkit',
  'test/support/chain/hardhat-chain.ts': 'chain',
  'test/support/chain/compile-contracts.ts': 'contracts',
  'test/support/proxies/proxies.ts': 'proxies',
  'test/support/relying-parties/apache.ts': 'apache',
  'test/support/relying-parties/example-app.ts': 'apps',
  'test/support/relying-parties/node-parties.ts': 'apps',
  'test/support/wallets/wallet-libraries.ts': 'wallets',
  'test/support/relying-parties/debian-parties.ts': 'debian-parties',
  'test/deployment/validators.mjs': 'validators',
  'test/support/deployment/systemd.ts': 'systemd',
}

type Selection = {
  parts: string[]
  allEngines: boolean
  /** WebKitGTK, too. */
  allBrowsers: boolean
  /** Only these, the extended ones included. */
  relyingParties: boolean
}

export function planTests({ parts, allEngines, allBrowsers, relyingParties }: Selection): TestFile[] {
  const isChosen = (path: string) =>
    relyingParties
      ? OF_PARTIES.some((start) => path.startsWith(start))
      : !path.startsWith(EXTENDED) && (allBrowsers || path !== WEBKIT)
  return PATTERNS.flatMap((pattern) => globSync(pattern).sort())
    .filter((path) => isChosen(path) && (parts.length === 0 || parts.some((part) => path.includes(part))))
    .map((path) => describeFile(path, allEngines))
}

function describeFile(path: string, allEngines: boolean): TestFile {
  const imported = importsOf(path)
  const needs = Object.entries(NEEDS).flatMap(([module, need]) => (imported.has(module) ? [need] : []))
  if (allEngines && imported.has('test/support/database/engines.ts')) needs.push('postgres')
  return { path, stage: stageOf(path, imported), needs: [...new Set(needs)], bytes: statSync(path).size }
}

function stageOf(path: string, imported: Set<string>): StageName {
  if (path.startsWith('test/browser/')) return 'browser'
  if (path.startsWith('test/journey/')) return stageOfBrowser(imported)
  if (path.startsWith('test/relying-parties/')) return 'relying-parties'
  if (path.startsWith('test/http/') || path.startsWith('test/deployment/')) return 'http'
  return imported.has('test/support/server/server.ts') ? 'http' : 'unit'
}

/** Each browser is a stage, so that the run prints its CPU time. */
function stageOfBrowser(imported: Set<string>): StageName {
  if (imported.has('test/support/journey/firefox.ts')) return 'firefox'
  return imported.has('test/support/journey/webkit.ts') ? 'webkit' : 'browser'
}

const known = new Map<string, string[]>()

/** Every file of ours that is loaded with this one. What is imported only when it is called does not count. */
export function importsOf(path: string): Set<string> {
  const found = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const each of directImports(next)) {
      if (found.has(each)) continue
      found.add(each)
      open.push(each)
    }
  return found
}

function directImports(path: string): string[] {
  const read = known.get(path)
  if (read) return read
  const source = readFileSync(path, 'utf8')
  const named = [...source.matchAll(/^(?:import|export|\} from)\b(?! type\b)[^\n]*'(\.[^']+\.(?:ts|mjs))'/gm)]
  const paths = named.map(([, specifier = '']) => relative('.', join(dirname(path), specifier)))
  known.set(path, paths)
  return paths
}

/** Distributes files into batches of similar size, largest first. */
export function splitFiles(files: TestFile[], batchCount: number): TestFile[][] {
  const batches = Array.from({ length: Math.min(batchCount, files.length) }, () => ({
    bytes: 0,
    files: [] as TestFile[],
  }))
  for (const file of files.toSorted((a, b) => b.bytes - a.bytes)) {
    const lightest = batches.reduce((least, batch) => (batch.bytes < least.bytes ? batch : least))
    lightest.files.push(file)
    lightest.bytes += file.bytes
  }
  return batches.map((batch) => batch.files)
}
