/**
 * Many calls in one `eth_call` without a recipient: the data is a program that the node runs as the creation of a
 * contract, followed by the calls. No deployed contract is trusted.
 *
 * What the program returns would become the code of the contract, so nodes refuse more than 24,576 bytes (EIP-170), a
 * first byte of 0xEF (EIP-3541), and returns whose storage costs more than the gas that is left. The program therefore stops before its gas or
 * its space runs out and returns the outcomes so far; the caller sends the rest again. Reverting with the data would
 * avoid the limits, but many nodes and providers drop or rewrite the data of a revert.
 */

import { CALL_ANSWER_MAX_BYTES, REQUEST_DATA_MAX_BYTES } from '@countersign/contract/limits/rule-limits.ts'
import { assemble, type Code, hex } from './assembler.ts'

/** Lower-case addresses; `data` is hex with 0x. */
export type AggregatedRead = { kind: 'call'; to: string; data: string } | { kind: 'balance'; address: string }

/** `too_long`: the answer exceeds the limit. `costly`: it used so much gas that it must be repeated with more. */
export type AggregatedOutcome =
  | { kind: 'value'; data: string }
  | { kind: 'reverted' }
  | { kind: 'no_code' }
  | { kind: 'too_long' }
  | { kind: 'costly' }

/** Gas of each call; one that uses more than `costlyAbove`, or fails with more than `failedAbove`, is costly. */
export type CallGas = { gas: number; costlyAbove: number; failedAbove?: number }

/** Bytes before the data of a call: its length and its recipient. */
const HEADER = 22
/** In place of the length: the balance of the address. */
const BALANCE_MARK = 0xffff
/** Bytes before the answer of a call: its status and its length. */
const OUTCOME_HEADER = 3
const [REVERTED, VALUE, NO_CODE, TOO_LONG, COSTLY] = [0, 1, 2, 3, 4]
/** Anything but 0xEF. */
const FIRST_BYTE = 1

/** Below EIP-170. */
const OUTPUT_MAX = 24_000
/** Storing code costs 200 gas per byte; EIP-8037 raises it to less than 2,000. */
const GAS_PER_OUTPUT_BYTE = 2000
/** Gas of the program around one call, with the growth of its memory. */
const GAS_AROUND_CALL = 30_000

// Memory: variables, the header of the call, the outcomes, the data of the call.
const [POSITION, END, TO, LENGTH, GAS_BEFORE, STATUS] = [0x00, 0x20, 0x40, 0x60, 0x80, 0xa0]
const [CALL_HEADER, OUTPUT, INPUT] = [0xc0, 0x100, 0x6100]

const get = (variable: number): Code => [variable, 'MLOAD']
const set = (variable: number, ...value: Code): Code => [...value, variable, 'MSTORE']
const increase = (variable: number, ...value: Code): Code => set(variable, get(variable), ...value, 'ADD')
const jump = (label: `@${string}`): Code => [label, 'JUMP']
const jumpIf = (label: `@${string}`, ...condition: Code): Code => [...condition, label, 'JUMPI']
// Operands are pushed last to first.
const less = (a: Code, b: Code): Code => [b, a, 'LT']
const minus = (a: Code, b: Code): Code => [b, a, 'SUB']

const gasUsed = minus(get(GAS_BEFORE), ['GAS'])
const outputLength = minus(get(END), [OUTPUT])
const answerStart: Code = [get(END), OUTCOME_HEADER, 'ADD']
/** Whether an answer of this length would exceed the output. */
const lacksSpace = (length: Code): Code => less([OUTPUT + OUTPUT_MAX], [answerStart, length, 'ADD'])
/** Whether less gas is left than `spare` and what returning the outcomes with another answer of this length costs. */
const lacksGas = (spare: number, length: Code): Code =>
  less(['GAS'], [outputLength, length, 'ADD', OUTCOME_HEADER, 'ADD', GAS_PER_OUTPUT_BYTE, 'MUL', spare, 'ADD'])

function programFor({ gas, costlyAbove, failedAbove = costlyAbove }: CallGas): Code {
  return [
    set(POSITION, '@end'),
    [FIRST_BYTE, OUTPUT, 'MSTORE8'],
    set(END, OUTPUT + 1),

    'next:',
    jumpIf('@finish', less(get(POSITION), ['CODESIZE']), 'ISZERO'),
    // A call gets at most 63/64 of the gas that is left, and must get all of its own.
    jumpIf('@finish', lacksGas(Math.ceil((gas * 64) / 63) + GAS_AROUND_CALL, [0])),
    [HEADER, get(POSITION), CALL_HEADER, 'CODECOPY'],
    set(LENGTH, get(CALL_HEADER), 240, 'SHR'),
    set(TO, get(CALL_HEADER + 2), 96, 'SHR'),
    increase(POSITION, HEADER),
    jumpIf('@balance', get(LENGTH), BALANCE_MARK, 'EQ'),
    [get(LENGTH), get(POSITION), INPUT, 'CODECOPY'],
    increase(POSITION, get(LENGTH)),
    set(STATUS, NO_CODE),
    jumpIf('@empty', get(TO), 'EXTCODESIZE', 'ISZERO'),

    set(GAS_BEFORE, 'GAS'),
    // The status is 1 if the call succeeds and 0 if not.
    set(STATUS, 0, 0, get(LENGTH), INPUT, get(TO), gas, 'STATICCALL'),
    jumpIf('@costly', less([costlyAbove], gasUsed)),
    jumpIf('@failed', get(STATUS), 'ISZERO'),
    jumpIf('@too_long', less([CALL_ANSWER_MAX_BYTES], ['RETURNDATASIZE'])),
    set(LENGTH, 'RETURNDATASIZE'),
    jumpIf('@finish', lacksGas(GAS_AROUND_CALL, get(LENGTH))),
    jumpIf('@finish', lacksSpace(get(LENGTH))),
    [get(LENGTH), 0, answerStart, 'RETURNDATACOPY'],
    jump('@append'),

    'balance:',
    set(STATUS, VALUE),
    set(LENGTH, 32),
    jumpIf('@finish', lacksSpace(get(LENGTH))),
    [get(TO), 'BALANCE', answerStart, 'MSTORE'],
    jump('@append'),

    'failed:',
    jumpIf('@empty', less([failedAbove], gasUsed), 'ISZERO'),
    'costly:',
    set(STATUS, COSTLY),
    jump('@empty'),
    'too_long:',
    set(STATUS, TOO_LONG),
    'empty:',
    set(LENGTH, 0),
    jumpIf('@finish', lacksSpace(get(LENGTH))),

    'append:',
    // Byte by byte: the answer is already behind it.
    [get(STATUS), get(END), 'MSTORE8'],
    [get(LENGTH), 8, 'SHR', get(END), 1, 'ADD', 'MSTORE8'],
    [get(LENGTH), get(END), 2, 'ADD', 'MSTORE8'],
    increase(END, OUTCOME_HEADER, 'ADD', get(LENGTH)),
    jump('@next'),

    'finish:',
    [outputLength, OUTPUT, 'RETURN'],
  ]
}

const programs = new Map<string, string>()

function programOf(callGas: CallGas): string {
  const key = `${callGas.gas} ${callGas.costlyAbove} ${callGas.failedAbove}`
  const program = programs.get(key) ?? assemble(programFor(callGas))
  programs.set(key, program)
  return program
}

/** The data of the request. */
export function encodeReads(reads: readonly AggregatedRead[], callGas: CallGas): string {
  return `0x${programOf(callGas)}${reads.map(encodeRead).join('')}`
}

function encodeRead(read: AggregatedRead): string {
  if (read.kind === 'balance') return hex(BALANCE_MARK, 2) + read.address.slice(2)
  return hex(dataLength(read), 2) + read.to.slice(2) + read.data.slice(2)
}

const dataLength = (read: AggregatedRead) => (read.kind === 'call' ? (read.data.length - 2) / 2 : 0)

/** How many of the first reads fit in one request, at least one. */
export function countFitting(reads: readonly AggregatedRead[], callGas: CallGas): number {
  let size = programOf(callGas).length / 2
  let count = 0
  for (const read of reads) {
    size += HEADER + dataLength(read)
    if (size > REQUEST_DATA_MAX_BYTES) break
    count += 1
  }
  return Math.max(1, count)
}

/** The outcomes of the first reads, which may be fewer than were asked; undefined if the program did not return this. */
export function decodeOutcomes(answer: unknown, readCount: number): AggregatedOutcome[] | undefined {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(answer)) return undefined
  const bytes = Buffer.from(answer.slice(2), 'hex')
  if (bytes[0] !== FIRST_BYTE) return undefined
  const outcomes: AggregatedOutcome[] = []
  let at = 1
  while (at < bytes.length) {
    if (at + OUTCOME_HEADER > bytes.length) return undefined
    const start = at + OUTCOME_HEADER
    const end = start + bytes.readUInt16BE(at + 1)
    const outcome = end > bytes.length ? undefined : decodeOutcome(bytes[at], bytes.subarray(start, end))
    if (!outcome) return undefined
    outcomes.push(outcome)
    at = end
  }
  return outcomes.length > readCount ? undefined : outcomes
}

function decodeOutcome(status: number | undefined, answer: Buffer): AggregatedOutcome | undefined {
  if (status === VALUE) return { kind: 'value', data: `0x${answer.toString('hex')}` }
  if (answer.length > 0) return undefined
  if (status === REVERTED) return { kind: 'reverted' }
  if (status === NO_CODE) return { kind: 'no_code' }
  if (status === TOO_LONG) return { kind: 'too_long' }
  return status === COSTLY ? { kind: 'costly' } : undefined
}
