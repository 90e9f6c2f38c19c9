/** Recognizes reverted calls, which nodes report in different ways. */

export type RpcError = { code: number; message: string; data: unknown }

/** Geth, Reth, Erigon, Besu and anvil give 3 (EIP-1474's successor) with the bytes that were returned. */
const REVERTED = 3
/** Nethermind and OpenEthereum: "VM execution error." for whatever ended the call. */
const VM_ERROR = -32_015

const REVERT_WORDS =
  /\bexecution reverted\b|\btransaction reverted\b|\bVM exception while processing\b|^revert(?:ed)?\b/i
/** Out of gas, or an invalid opcode. */
const HALT_WORDS =
  /^(?:err: )?out of gas\b|\bran out of gas\b|\bEVM error\b|\bOutOfGas\b|\binvalid opcode\b|\bbad instruction\b|\b(?:invalid|bad) jump destination\b|\bstack (?:under|over)flow\b|\bInvalidFEOpcode\b/i

export function isRevert({ code, message, data }: RpcError): boolean {
  if (code === REVERTED || code === VM_ERROR) return true
  if (REVERT_WORDS.test(message) || HALT_WORDS.test(message)) return true
  return typeof data === 'string' && /^revert(?:ed)?\b/i.test(data)
}

const LIMIT_CODES = new Set([-32_005, -32_029, -32_097, 429])

export function isLimitCode({ code }: RpcError): boolean {
  return LIMIT_CODES.has(code)
}

export function speaksOfLimit({ message }: RpcError): boolean {
  return /\brate limit|too many requests|\bquota\b|limit exceeded|capacity/i.test(message)
}
