import { readMember } from '../untrusted.ts'

/** What sats-connect and Leather mean by a code, as the code that EIP-1193 has for it. */
const codes: Record<number, number> = {
  [-32000]: 4001,
  [-32001]: 4200,
  [-32002]: 4100,
  4002: 4200,
}

export const UNSUPPORTED = 4200

/** A wallet's `error` object, or what it threw. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number | undefined

  constructor(error: unknown) {
    const details = readMember(error, 'code') === undefined ? readMember(error, 'error') || error : error
    super(typeof error === 'string' ? error : String(readMember(details, 'message') ?? ''))
    const code = readMember(details, 'code')
    this.code = codes[Number(code)] ?? (code === undefined ? undefined : Number(code))
  }
}

export function isUnsupported(error: unknown): boolean {
  return error instanceof RpcError && (error.code === UNSUPPORTED || error.code === -32601)
}

export function rejectUnsupported(): Promise<never> {
  return Promise.reject(new RpcError({ code: UNSUPPORTED, message: 'Not supported.' }))
}
