/**
 * Compiles the contracts in test/chain/contracts, and the aggregator of rules, with solc from npm. The result is cached
 * by the contents of the sources and the versions of the compiler and the library, so that a suite compiles once.
 */

import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

export type CompiledContract = { abi: Abi; bytecode: Hex; deployedBytecode: Hex }
type Contracts = Record<string, CompiledContract>

const FOLDER = join(import.meta.dirname, '..', '..', 'chain')
const SOURCES = join(FOLDER, 'contracts')
const AGGREGATOR = join(import.meta.dirname, '..', '..', '..', 'server', 'src', 'rules', 'chain', 'aggregator.yul')
const MODULES = join(FOLDER, 'node_modules')
const CACHE = join(MODULES, '.cache', 'contracts')

/** Without the optimizer, which takes four times as long. */
const SETTINGS = {
  evmVersion: 'prague',
  optimizer: { enabled: false },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
}
/** For chains that do not have the opcodes of Shanghai. */
const AGGREGATOR_SETTINGS = { evmVersion: 'paris', optimizer: { enabled: true } }
const OUTPUT = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']

let compiled: Contracts | undefined

export function readContract(name: string): CompiledContract {
  compiled ??= readContracts()
  const contract = compiled[name]
  if (!contract) throw new Error(`No contract in test/chain/contracts is called ${name}.`)
  return contract
}

/** Compiles in another process, which takes the memory of the compiler with it. */
function readContracts(): Contracts {
  const file = cacheFile()
  if (!existsSync(file)) {
    const { status, stderr } = spawnSync(process.execPath, [import.meta.filename], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The contracts were not compiled: ${stderr}`)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Contracts // written by writeContracts
}

function cacheFile(): string {
  const hash = createHash('sha256').update(JSON.stringify([SETTINGS, AGGREGATOR_SETTINGS]))
  hash.update(readFileSync(AGGREGATOR))
  for (const name of ['solc', '@openzeppelin/contracts']) hash.update(`${name} ${versionOf(name)} `)
  for (const [name, { content }] of Object.entries(readSources())) hash.update(`${name}\n${content}\n`)
  return join(CACHE, `${hash.digest('hex')}.json`)
}

function versionOf(name: string): string {
  const path = join(MODULES, name, 'package.json')
  if (!existsSync(path)) throw new Error('The chain for tests is not installed: run "npm ci" in test/chain.')
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version // npm wrote it
}

function readSources(): Record<string, { content: string }> {
  const names = readdirSync(SOURCES).filter((name) => name.endsWith('.sol'))
  return Object.fromEntries(
    names.sort().map((name) => [`contracts/${name}`, { content: readFileSync(join(SOURCES, name), 'utf8') }]),
  )
}

type Solc = {
  compile(input: string, options: { import(path: string): { contents: string } | { error: string } }): string
}
type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, SolcContract>>
}
type SolcContract = { abi: Abi; evm: { bytecode: { object: string }; deployedBytecode?: { object: string } } }

function compileAll(): Contracts {
  const aggregator = { 'aggregator.yul': { content: readFileSync(AGGREGATOR, 'utf8') } }
  return {
    ...compile({ language: 'Solidity', sources: readSources(), settings: SETTINGS }),
    ...compile({ language: 'Yul', sources: aggregator, settings: AGGREGATOR_SETTINGS }),
  }
}

type SolcInput = { language: string; sources: Record<string, { content: string }>; settings: object }

function compile(input: SolcInput): Contracts {
  const solc = createRequire(join(FOLDER, 'package.json'))('solc') as Solc // it has no types, see its README
  const outputSelection = Object.fromEntries(Object.keys(input.sources).map((file) => [file, { '*': OUTPUT }]))
  const request = JSON.stringify({ ...input, settings: { ...input.settings, outputSelection } })
  const output = JSON.parse(solc.compile(request, { import: readImport })) as SolcOutput // of a pinned version
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const all = Object.values(output.contracts).flatMap((contracts) => Object.entries(contracts))
  return Object.fromEntries(
    all.map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode?.object ?? ''}` },
    ]),
  )
}

function readImport(path: string): { contents: string } | { error: string } {
  const file = join(MODULES, path)
  return existsSync(file) ? { contents: readFileSync(file, 'utf8') } : { error: 'File not found' }
}

/** Renamed when it is complete: other processes may compile or read at the same time. */
function writeContracts(): void {
  const file = cacheFile()
  if (existsSync(file)) return
  const contracts = compileAll()
  mkdirSync(CACHE, { recursive: true })
  const unfinished = join(CACHE, `${randomUUID()}.tmp`)
  writeFileSync(unfinished, JSON.stringify(contracts))
  renameSync(unfinished, file)
}

if (import.meta.main) writeContracts()
