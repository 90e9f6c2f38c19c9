/** One JSON-RPC 2.0 request to one endpoint. Anything but an answer is a failure. */

import { randomInt } from 'node:crypto'
import { LOGS_ANSWER_MAX_BYTES } from '@countersign/contract/limits/rule-limits.ts'
import { RPC_ANSWER_MAX_BYTES } from '@countersign/contract/limits.ts'
import { EndpointFailure } from './failure.ts'

export type RpcCall = { method: string; params: readonly unknown[] }

/** A reverted call, or one with too large a result, is an answer. */
export type RpcOutcome = { kind: 'result'; value: unknown } | { kind: 'reverted'; oversized?: true }

const MAX_ID = 2 ** 31

export async function sendRpcRequest(url: string, call: RpcCall, deadline: AbortSignal): Promise<RpcOutcome> {
  const id = randomInt(MAX_ID)
  const body = JSON.stringify({ jsonrpc: '2.0', id, ...call })
  const maxBytes = call.method === 'eth_getLogs' ? LOGS_ANSWER_MAX_BYTES : RPC_ANSWER_MAX_BYTES
  const { text, complete } = await post(url, { body, maxBytes }, deadline)
  if (!complete) {
    if (isExecution(call) && isTruncatedResult(text)) return { kind: 'reverted', oversized: true }
    throw new EndpointFailure('The response is too large.', !isExecution(call))
  }
  const answer = readAnswer(text, id)
  if ('result' in answer) return { kind: 'result', value: answer.result }
  const error = readError(answer.error)
  if (LIMIT_CODES.has(error.code)) throw new EndpointFailure('Rate limited.')
  // Before the message is read, which a reverting contract can choose.
  if (isExecution(call) && isRevert(error)) return { kind: 'reverted' }
  if (mentionsRateLimit(error)) throw new EndpointFailure('Rate limited.')
  throw new EndpointFailure(`JSON-RPC error ${error.code}.`, !isExecution(call))
}

/** The result depends on a contract that anyone can deploy. */
function isExecution({ method }: RpcCall): boolean {
  return method === 'eth_call'
}

/** A contract can return megabytes, which is not the node's fault. */
function isTruncatedResult(text: string): boolean {
  return /^\s*\{(?:\s*"(?:jsonrpc|id)"\s*:\s*(?:"2\.0"|\d+)\s*,)*\s*"result"\s*:\s*"0x[0-9a-fA-F]+$/.test(text)
}

type Posted = { body: string; maxBytes: number }
type Received = { text: string; complete: boolean }

async function post(url: string, { body, maxBytes }: Posted, deadline: AbortSignal): Promise<Received> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      redirect: 'error',
      signal: deadline,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new EndpointFailure(response.status === 429 ? 'Rate limited.' : `HTTP status ${response.status}.`)
    }
    return await readText(response, maxBytes)
  } catch (error) {
    if (error instanceof EndpointFailure) throw error
    throw new EndpointFailure(deadline.aborted ? 'Timed out.' : describeNetworkError(error))
  }
}

async function readText(response: Response, maxBytes: number): Promise<Received> {
  const chunks: Uint8Array[] = []
  let size = 0
  const result = (complete: boolean) => ({ text: Buffer.concat(chunks).toString('utf8'), complete })
  if (response.body)
    for await (const chunk of response.body) {
      size += chunk.length
      // Leaving the loop cancels the rest.
      if (size > maxBytes) return result(false)
      chunks.push(chunk)
    }
  return result(true)
}

/** Messages of fetch may contain the URL and its API key, so only error codes are passed on. */
function describeNetworkError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && cause.message === 'unexpected redirect') return 'The endpoint redirects.'
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z_]{3,60}$/.test(code) ? `Unreachable (${code}).` : 'Unreachable.'
}

type Answer = { result: unknown } | { error: unknown }

function readAnswer(text: string, id: number): Answer {
  const answer = parse(text)
  if (typeof answer !== 'object' || answer === null) throw new EndpointFailure('The response is not JSON-RPC.')
  if (!('jsonrpc' in answer && answer.jsonrpc === '2.0')) throw new EndpointFailure('The response is not JSON-RPC.')
  if (!('id' in answer && answer.id === id)) throw new EndpointFailure('The response ID does not match the request.')
  if ('result' in answer && !('error' in answer)) return { result: answer.result }
  if ('error' in answer && !('result' in answer)) return { error: answer.error }
  throw new EndpointFailure('The response must have a result or an error.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new EndpointFailure('The response is not JSON.')
  }
}

function readError(error: unknown): RpcError {
  if (typeof error !== 'object' || error === null || !('code' in error) || !Number.isSafeInteger(error.code))
    throw new EndpointFailure('The error has no code.')
  const message = 'message' in error && typeof error.message === 'string' ? error.message.slice(0, 1000) : ''
  return { code: Number(error.code), message, data: 'data' in error ? error.data : undefined }
}

type RpcError = { code: number; message: string; data: unknown }

/** Geth, Reth, Erigon, Besu and anvil. */
const REVERTED = 3
/** Nethermind and OpenEthereum, for any failure of the call. */
const VM_ERROR = -32_015

const REVERT_MESSAGE =
  /\bexecution reverted\b|\btransaction reverted\b|\bVM exception while processing\b|^revert(?:ed)?\b/i
const HALT_MESSAGE =
  /^(?:err: )?out of gas\b|\bran out of gas\b|\bEVM error\b|\bOutOfGas\b|\binvalid opcode\b|\bbad instruction\b|\b(?:invalid|bad) jump destination\b|\bstack (?:under|over)flow\b|\bInvalidFEOpcode\b/i

function isRevert({ code, message, data }: RpcError): boolean {
  if (code === REVERTED || code === VM_ERROR) return true
  if (REVERT_MESSAGE.test(message) || HALT_MESSAGE.test(message)) return true
  return typeof data === 'string' && /^revert(?:ed)?\b/i.test(data)
}

const LIMIT_CODES = new Set([-32_005, -32_029, -32_097, 429])

function mentionsRateLimit({ message }: RpcError): boolean {
  return /\brate limit|too many requests|\bquota\b|limit exceeded|capacity/i.test(message)
}
