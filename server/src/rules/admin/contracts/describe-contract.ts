/** What a contract says about itself. Anybody can deploy one, so every answer is bounded and may be wrong. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { CALL_GAS } from '@countersign/contract/limits/rule-limits.ts'
import type { ContractDescription } from '@countersign/contract/routes/admin/rule.ts'
import type { Chains } from '../../../networks/rpc/chains.ts'
import { rpcUnavailable } from '../../../networks/rpc/failure.ts'
import type { RpcCall, RpcOutcome } from '../../../networks/rpc/rpc.ts'
import { decodeAddresses, decodeBoolean, decodeNumber } from '../../conditions/abi.ts'
import { decodeLabel } from './decode-label.ts'
import { isProxyCode, isProxySlot, PROXY_SLOTS } from './proxy.ts'

type Kind = ContractDescription['kind']
type Target = { chainId: number; address: string }

const NAME_MAX = 100
const SYMBOL_MAX = 30
const DECIMALS_MAX = 77n

/** Throws `network_not_configured`, or `rpc_unavailable` if no node answers. */
export async function describeContract(chains: Chains, target: Target): Promise<ContractDescription> {
  const { chainId, address } = target
  const answer = await chains.call(chainId, { method: 'eth_getCode', params: [address, 'latest'] })
  const code = answer.kind === 'result' ? answer.value : undefined
  if (typeof code !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(code)) throw rpcUnavailable()
  if (code === '0x') return WITHOUT_CODE
  const found = await probe(chains, target)
  const decimals = decodeNumber(found.decimals)
  return {
    hasCode: true,
    kind: kindOf(found),
    token: {
      name: decodeLabel(found.name, NAME_MAX),
      symbol: decodeLabel(found.symbol, SYMBOL_MAX),
      decimals: decimals !== undefined && decimals <= DECIMALS_MAX ? Number(decimals) : null,
    },
    enumerable: supports(found, 'enumerable'),
    proxy: isProxyCode(code.toLowerCase()) || [found.slot0, found.slot1, found.slot2, found.slot3].some(isProxySlot),
  }
}

const WITHOUT_CODE: ContractDescription = {
  hasCode: false,
  kind: 'unknown',
  token: { name: null, symbol: null, decimals: null },
  enumerable: false,
  proxy: false,
}

/** `supportsInterface(bytes4)`. */
const supportsInterface = (id: string) => `0x01ffc9a7${id.padEnd(64, '0')}`
const PROBE_ADDRESS = '1'.repeat(40).padStart(64, '0')

const CALLS = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  balance: `0x70a08231${PROBE_ADDRESS}`,
  erc165: supportsInterface('01ffc9a7'),
  /** ERC-165: false, unless the contract claims everything. */
  everything: supportsInterface('ffffffff'),
  erc721: supportsInterface('80ac58cd'),
  enumerable: supportsInterface('780e9d63'),
  erc1155: supportsInterface('d9b67a26'),
  accessControl: supportsInterface('7965db0b'),
  /** `getThreshold()` and `getOwners()` of a Safe. */
  threshold: '0xe75235b8',
  owners: '0xa0e67e2b',
  /** `ADMIN_ROLE()` and `PUBLIC_ROLE()` of AccessManager. */
  adminRole: '0x75b238fc',
  publicRole: '0x3ca7c02a',
} as const

type Probe = keyof typeof CALLS | `slot${0 | 1 | 2 | 3}`
/** Lower case; empty without an answer. */
type Found = Record<Probe, string>

/** A probe that fails says nothing, unless all of them do. */
async function probe(chains: Chains, { chainId, address }: Target): Promise<Found> {
  const gas = `0x${CALL_GAS.toString(16)}`
  const requests: [string, RpcCall][] = [
    ...Object.entries(CALLS).map(([name, data]): [string, RpcCall] => [
      name,
      { method: 'eth_call', params: [{ to: address, data, gas }, 'latest'] },
    ]),
    ...PROXY_SLOTS.map((slot, index): [string, RpcCall] => [
      `slot${index}`,
      { method: 'eth_getStorageAt', params: [address, slot, 'latest'] },
    ]),
  ]
  const answers = await Promise.allSettled(requests.map(([, request]) => chains.call(chainId, request)))
  const failures = answers.filter((answer) => answer.status === 'rejected')
  if (failures.length === answers.length) throw rpcUnavailable()
  const unexpected = failures.find(({ reason }) => !(reason instanceof AppError))
  if (unexpected) throw unexpected.reason
  const found = requests.map(([name], index) => [name, textOf(answers[index])] as const)
  return Object.fromEntries(found) as Found // named by the requests
}

function textOf(answer: PromiseSettledResult<RpcOutcome> | undefined): string {
  const value = answer?.status === 'fulfilled' && answer.value.kind === 'result' ? answer.value.value : undefined
  return typeof value === 'string' ? value.toLowerCase() : ''
}

/** Tokens with roles are tokens. */
function kindOf(found: Found): Kind {
  if (supports(found, 'erc721')) return 'erc721'
  if (supports(found, 'erc1155')) return 'erc1155'
  if (isSafe(found)) return 'safe'
  if (isAccessManager(found)) return 'access_manager'
  if (isErc20(found)) return 'erc20'
  return supports(found, 'accessControl') ? 'access_control' : 'unknown'
}

function supports(found: Found, name: 'erc721' | 'erc1155' | 'enumerable' | 'accessControl'): boolean {
  return decodeBoolean(found.erc165) === true && !decodeBoolean(found.everything) && decodeBoolean(found[name]) === true
}

function isSafe({ threshold, owners }: Found): boolean {
  const needed = decodeNumber(threshold)
  const count = decodeAddresses(owners)?.length ?? 0
  return needed !== undefined && needed >= 1n && needed <= BigInt(count)
}

function isAccessManager({ adminRole, publicRole }: Found): boolean {
  return decodeNumber(adminRole) === 0n && decodeNumber(publicRole) === 2n ** 64n - 1n
}

function isErc20({ totalSupply, balance }: Found): boolean {
  return decodeNumber(totalSupply) !== undefined && decodeNumber(balance) !== undefined
}
