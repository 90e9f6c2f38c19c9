/** A minimal EVM assembler: opcodes by name, numbers to push, labels to jump to. */

const OPCODES = {
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  SHR: 0x1c,
  BALANCE: 0x31,
  CODESIZE: 0x38,
  CODECOPY: 0x39,
  EXTCODESIZE: 0x3b,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  RETURN: 0xf3,
  STATICCALL: 0xfa,
} as const

const JUMPDEST = 0x5b
/** Labels are pushed as two bytes, numbers as four: PUSH0 does not exist before Shanghai, and fixed sizes are simple. */
const [PUSH2, PUSH4] = [0x61, 0x63]

/** `name:` places a label, `@name` pushes its position; `@end` is the length of the program. */
type Instruction = keyof typeof OPCODES | number | `${string}:` | `@${string}`
export type Code = readonly (Instruction | Code)[]

/** The bytes of the program, as hex digits. */
export function assemble(code: Code): string {
  const program = flatten(code)
  const positions = new Map<string, number>()
  let size = 0
  for (const instruction of program) {
    if (typeof instruction === 'string' && instruction.endsWith(':'))
      positions.set(`@${instruction.slice(0, -1)}`, size)
    size += sizeOf(instruction)
  }
  positions.set('@end', size)
  return program.map((instruction) => encode(instruction, positions)).join('')
}

function flatten(code: Code): Instruction[] {
  return code.flatMap((part) => (typeof part === 'object' ? flatten(part) : [part]))
}

function sizeOf(instruction: Instruction): number {
  if (typeof instruction === 'number') return 5
  return instruction.startsWith('@') ? 3 : 1
}

function encode(instruction: Instruction, positions: ReadonlyMap<string, number>): string {
  if (typeof instruction === 'number') return hex(PUSH4, 1) + hex(instruction, 4)
  if (instruction.endsWith(':')) return hex(JUMPDEST, 1)
  const position = positions.get(instruction)
  if (position !== undefined) return hex(PUSH2, 1) + hex(position, 2)
  if (isOpcode(instruction)) return hex(OPCODES[instruction], 1)
  throw new Error(`Unknown instruction ${instruction}`)
}

function isOpcode(name: string): name is keyof typeof OPCODES {
  return Object.hasOwn(OPCODES, name)
}

export function hex(value: number, bytes: number): string {
  const digits = value.toString(16).padStart(2 * bytes, '0')
  if (digits.length > 2 * bytes) throw new RangeError(`${value} does not fit in ${bytes} bytes`)
  return digits
}
