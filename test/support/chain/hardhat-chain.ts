/** A Hardhat chain on loopback with deployed contract wallets. */

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  concat,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  pad,
  parseEther,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { hardhat } from 'viem/chains'
import { freePort } from '../free-port.ts'
import { newAccount } from '../server/http-browser.ts'
import { WAIT_MS } from '../until.ts'

export const CHAIN_ID = 31_337

const FOLDER = join(import.meta.dirname, '..', '..', 'chain')
const MODULES = join(FOLDER, 'node_modules')
const SAFE = join(MODULES, '@safe-global', 'safe-4337', 'build', 'artifacts')
const EAS = join(MODULES, '@ethereum-attestation-service', 'eas-contracts', 'artifacts', 'contracts')
const ARTIFACTS = {
  safe: join(SAFE, '@safe-global/safe-contracts/contracts/Safe.sol/Safe.json'),
  factory: join(SAFE, '@safe-global/safe-contracts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json'),
  handler: join(
    SAFE,
    '@safe-global/safe-contracts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json',
  ),
  module: join(SAFE, 'contracts/Safe4337Module.sol/Safe4337Module.json'),
  moduleSetup: join(SAFE, 'contracts/SafeModuleSetup.sol/SafeModuleSetup.json'),
  entryPoint: join(MODULES, '@account-abstraction/contracts/artifacts/EntryPoint.json'),
  delegate: join(MODULES, '@account-abstraction/contracts/artifacts/Simple7702Account.json'),
  eas: join(EAS, 'EAS.sol/EAS.json'),
  easIndexer: join(EAS, 'Indexer.sol/Indexer.json'),
  easSchemas: join(EAS, 'SchemaRegistry.sol/SchemaRegistry.json'),
}

export type Artifact = { abi: Abi; bytecode: Hex }

export function readArtifact(name: keyof typeof ARTIFACTS): Artifact {
  return JSON.parse(readFileSync(ARTIFACTS[name], 'utf8')) as Artifact // a compiler's output, of a pinned version
}

export type Chain = Awaited<ReturnType<typeof startChain>>

export async function startChain() {
  const { url, stop } = await startHardhat()
  try {
    return { url, stop, ...(await deployWallets(url)) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startHardhat(): Promise<{ url: string; stop(): Promise<void> }> {
  const cli = join(MODULES, 'hardhat', 'dist', 'src', 'cli.js')
  if (!existsSync(cli)) throw new Error('The chain for tests is not installed: run "npm ci" in test/chain.')
  const port = await freePort()
  const child = spawn(process.execPath, [cli, 'node', '--port', String(port), '--hostname', '127.0.0.1'], {
    cwd: FOLDER,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
  })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const appendOutput = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
      if (output.includes('Started HTTP')) resolve()
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('exit', (code) => reject(new Error(`The chain did not start (${code}): ${output}`)))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await ready
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      child.kill('SIGKILL')
      return ended
    },
  }
}

export type ChainClient = ReturnType<typeof clientAt>

export const clientAt = (url: string) =>
  createTestClient({ chain: hardhat, mode: 'hardhat', transport: http(url, { timeout: WAIT_MS }), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)

async function deployWallets(url: string) {
  const client = clientAt(url)
  const [payer] = await client.getAddresses()
  if (!payer) throw new Error('The chain has no accounts')

  async function deploy(name: keyof typeof ARTIFACTS, ...args: unknown[]): Promise<Address> {
    const hash = await client.deployContract({ ...readArtifact(name), args, account: payer as Address }) // it is there, see above
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error(`${name} was not deployed`)
    return contractAddress
  }

  const factory = await deploy('factory')
  const singleton = await deploy('safe')
  const handler = await deploy('handler')
  const entryPoint = await deploy('entryPoint')
  const module = await deploy('module', entryPoint)
  const moduleSetup = await deploy('moduleSetup')
  const delegate = await deploy('delegate')

  function creationOf(initializer: Hex, salt: bigint) {
    return {
      abi: readArtifact('factory').abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, initializer, salt],
    }
  }

  /** The address of the proxy, and the call that deploys it. */
  async function planWallet(initializer: Hex, salt: bigint) {
    const call = creationOf(initializer, salt)
    const { result } = await client.simulateContract({ address: factory, account: payer, ...call })
    const createWallet = async () => {
      const hash = await client.sendTransaction({
        account: payer as Address,
        to: factory,
        data: encodeFunctionData(call),
      }) // it is there, see above
      await client.waitForTransactionReceipt({ hash })
    }
    return { address: result as Address, data: encodeFunctionData(call), create: createWallet } // the factory's ABI says so
  }

  function encodeSetup(owner: Address, { to, data, fallback }: { to: Address; data: Hex; fallback: Address }): Hex {
    const args = [[owner], 1n, to, data, fallback, zeroAddress, 0n, zeroAddress]
    return encodeFunctionData({ abi: readArtifact('safe').abi, functionName: 'setup', args })
  }

  return {
    factory,

    /** A Safe with one owner, deployed. */
    async safe(owner: PrivateKeyAccount): Promise<Address> {
      const initializer = encodeSetup(owner.address, { to: zeroAddress, data: '0x', fallback: handler })
      const { address, create } = await planWallet(initializer, 1n)
      await create()
      return address
    },

    /** An ERC-4337 account of the Safe kind, not deployed yet. */
    async account4337(owner: PrivateKeyAccount) {
      const abi = readArtifact('moduleSetup').abi
      const data = encodeFunctionData({ abi, functionName: 'enableModules', args: [[module]] })
      return planWallet(encodeSetup(owner.address, { to: moduleSetup, data, fallback: module }), 4337n)
    },

    /** EIP-7702: an account with a key that has code as well. */
    async delegated(account = newAccount()): Promise<PrivateKeyAccount> {
      const relay = newAccount()
      await client.setBalance({ address: relay.address, value: parseEther('1') })
      const authorization = await account.signAuthorization({ address: delegate, chainId: CHAIN_ID, nonce: 0 })
      const hash = await client.sendTransaction({
        account: relay,
        to: account.address,
        authorizationList: [authorization],
        gas: 200_000n,
      })
      await client.waitForTransactionReceipt({ hash })
      const code = await client.getCode({ address: account.address })
      if (!code?.startsWith('0xef0100')) throw new Error('The account was not delegated')
      return account
    },

    /** Replaces the code at this address. */
    put: (address: Address, bytecode: Hex) => client.setCode({ address, bytecode }),

    /** Replaces the owner of the Safe. */
    async swapOwner(safe: Address, from: PrivateKeyAccount, to: Address): Promise<void> {
      await client.setBalance({ address: from.address, value: parseEther('1') })
      const { abi } = readArtifact('safe')
      const sentinel = pad('0x01', { size: 20 })
      const data = encodeFunctionData({ abi, functionName: 'swapOwner', args: [sentinel, from.address, to] })
      // An owner who sends the transaction does not have to sign it.
      const approval = concat([pad(from.address), pad('0x00'), '0x01'])
      const args = [safe, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, approval]
      const hash = await client.writeContract({
        account: from,
        address: safe,
        abi,
        functionName: 'execTransaction',
        args,
      })
      const { status } = await client.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error('The owner was not changed')
    },
  }
}

/** Signs a message as the owner of a Safe: SafeMessage typed data around its hash. */
export function signForSafe(safe: Address, owner: PrivateKeyAccount) {
  return (message: string): Promise<Hex> =>
    owner.signTypedData({
      domain: { chainId: CHAIN_ID, verifyingContract: safe },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hashMessage(message) },
    })
}

/** ERC-6492: the signature of an account that `factory` would deploy with that call. */
export function wrapSignature(factory: Address, data: Hex, signature: Hex): Hex {
  const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concat([encodeAbiParameters(types, [factory, data, signature]), `0x${'6492'.repeat(16)}`])
}
