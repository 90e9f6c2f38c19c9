import { readErrorDetails } from '../error-details.ts'
import { KnownProblemError } from '../wallet-error.ts'

/**
 * Whether the wallet may be asked with another method.
 * `refused`: the person said no. `final`: the person has to act first. `unsupported`: the method is missing.
 */
export type Failure = 'refused' | 'final' | 'unsupported' | 'failed'

const REFUSED_CODES = [4001, -32003]
const FINAL_CODES = [4100, 4900, 4901, 1011, 1013, -32002, -32005]
const UNSUPPORTED_CODES = [4200, -32004, -32601]
const REFUSED_NAMES = /^(?:UserRejectedRequest|WalletWindowClosed)Error$/
const FINAL_NAMES = /^Wallet(?:NotConnected|Disconnected|Timeout|WindowBlocked|NotReady)Error$/
const REFUSED_TEXT = /reject|denied|declin|cancel|abort|closed|refus|\b0x6985\b/i
const FINAL_TEXT =
  /pending|in progress|pop-?up|\b(?:un)?lock|open the .{0,20}app|not connected|disconnected|invalidated|rate limit|too many|\b0x(?:5515|6b0c|650f|6511|6e00|6d00)\b/i
const HARDWARE_TEXT = /ledger|hardware|trezor|keystone|\b0x6[0-9a-f]{3}\b/i

export function readFailure(error: unknown): Failure {
  if (error instanceof KnownProblemError) return 'final'
  const { codes, names, texts } = readErrorDetails(error)
  const has = (known: number[], name: RegExp, text: RegExp) =>
    codes.some((code) => known.includes(code)) ||
    names.some((each) => name.test(each)) ||
    texts.some((each) => text.test(each))
  if (has(REFUSED_CODES, REFUSED_NAMES, REFUSED_TEXT)) return 'refused'
  if (has(FINAL_CODES, FINAL_NAMES, FINAL_TEXT)) return 'final'
  return codes.some((code) => UNSUPPORTED_CODES.includes(code)) ? 'unsupported' : 'failed'
}

export function isAboutHardware(error: unknown): boolean {
  return readErrorDetails(error).texts.some((text) => HARDWARE_TEXT.test(text))
}
