import { EndpointFailure } from '../../networks/rpc/failure.ts'
import type { RpcOutcome } from '../../networks/rpc/rpc.ts'
import type { EventLog } from './event-topics.ts'

const QUANTITY = /^0x[0-9a-f]{1,13}$/i
const HEX = /^0x[0-9a-f]*$/i

/** `key` identifies the log, also after its block was replaced. */
export type ParsedLog = EventLog & { key: string }

export function parseBlockNumber(outcome: RpcOutcome): number {
  const value = outcome.kind === 'result' ? outcome.value : undefined
  if (typeof value !== 'string' || !QUANTITY.test(value))
    throw new EndpointFailure('The eth_blockNumber response is invalid.')
  return Number(value)
}

export function parseLogs(outcome: RpcOutcome): ParsedLog[] {
  const value = outcome.kind === 'result' ? outcome.value : undefined
  if (!Array.isArray(value)) throw new EndpointFailure('The eth_getLogs response is invalid.')
  return value.map(parseLog)
}

function parseLog(value: unknown): ParsedLog {
  const { address, topics, data, blockNumber, blockHash, logIndex } = readFields(value)
  const isLog =
    typeof address === 'string' &&
    typeof data === 'string' &&
    HEX.test(data) &&
    Array.isArray(topics) &&
    topics.every((topic) => typeof topic === 'string' && /^0x[0-9a-f]{64}$/i.test(topic)) &&
    typeof blockNumber === 'string' &&
    QUANTITY.test(blockNumber)
  if (!isLog) throw new EndpointFailure('The eth_getLogs response is invalid.')
  return {
    address: address.toLowerCase(),
    topics: topics.map((topic: string) => topic.toLowerCase()),
    data: data.toLowerCase(),
    block: Number(blockNumber),
    key: `${blockHash} ${logIndex}`,
  }
}

function readFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
