import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import type { WalletCode } from '@countersign/contract/routes/client-error.ts'
import type { Remedy } from './problem.ts'

export type Verdict =
  | { kind: 'declined' }
  | { kind: 'pending' }
  | { kind: 'repeat' }
  | { kind: 'problem'; code: ProblemCode; remedy: Remedy; retryAfter?: number | undefined }

export type Phase = 'connect' | 'sign'

/** All conditions of a row must hold; the first matching row decides. */
export type ErrorRow = {
  phase?: Phase
  rdns?: string
  codes?: number[]
  /** Inclusive. */
  codeRange?: [number, number]
  names?: string[]
  text?: RegExp
  verdict: Verdict
}

const declined: Verdict = { kind: 'declined' }
const pending: Verdict = { kind: 'pending' }
const repeat: Verdict = { kind: 'repeat' }
/** Wallets do not report how long to wait. */
const limited: Verdict = { kind: 'problem', code: 'wallet/limited', remedy: 'wait', retryAfter: 60 }
const problem = (code: WalletCode, remedy: Remedy): Verdict => ({ kind: 'problem', code, remedy })

export const errorRows: ErrorRow[] = [
  // Conditions reported with a generic code are recognized by message, so they come before the codes.
  { text: /\b0x6985\b/i, verdict: declined },
  {
    rdns: 'com.brave.wallet',
    phase: 'sign',
    text: /ledger|trezor|hardware/i,
    verdict: problem('wallet/hardware_unsupported', 'other_wallet'),
  },
  {
    text: /webhid|webusb|(?:hid|transport).{0,40}not (?:supported|available)|messages? with (?:a )?ledger.{0,20}not (?:yet )?supported/i,
    verdict: problem('wallet/hardware_unsupported', 'other_wallet'),
  },
  {
    text: /\b0x(?:5515|6b0c|650f|6511|6e00|6d00)\b|locked device|device is locked|unlock (?:your )?(?:ledger|device)|open the ethereum app|blind sign|ledger/i,
    verdict: problem('wallet/hardware_locked', 'try_again'),
  },
  { text: /pop-?up.{0,40}block/i, verdict: problem('wallet/popup_blocked', 'try_again') },
  { text: /extension context invalidated|page reload required/i, verdict: problem('wallet/restarted', 'reload') },

  // Exact codes (EIP-1193, EIP-1474, EIP-3085, ERC-5792 and MetaMask's stream codes).
  { codes: [4001], verdict: declined },
  { codes: [4100], verdict: problem('wallet/unauthorized', 'connect_again') },
  { codes: [4200, -32004, -32601], phase: 'sign', verdict: problem('wallet/cannot_sign', 'other_wallet') },
  { codes: [4200, -32004, -32601], verdict: problem('wallet/refused', 'other_wallet') },
  { codes: [4900], verdict: problem('wallet/offline', 'try_again') },
  { codes: [4901], verdict: problem('wallet/network_down', 'try_again') },
  { codes: [1011], verdict: problem('wallet/restarted', 'reload') },
  { codes: [1013], verdict: repeat },
  { codes: [-32002], verdict: pending },
  { codes: [-32003], phase: 'sign', verdict: declined },
  { codes: [-32005], verdict: limited },
  { codes: [-32006, -32600, -32700], verdict: problem('wallet/unreadable', 'other_wallet') },
  {
    rdns: 'com.brave.wallet',
    phase: 'sign',
    codes: [-32602, -32603, -32000],
    verdict: problem('wallet/refused', 'try_again'),
  },
  { codes: [-32000], verdict: problem('wallet/refused', 'connect_again') },
  { codes: [-32001, -32602, -32003], verdict: problem('wallet/refused', 'try_again') },
  { codeRange: [5700, 5760], verdict: problem('wallet/refused', 'try_again') },
  { codes: [7000], phase: 'connect', verdict: problem('wallet/no_answer', 'try_again') },

  // Error names: ours, and those of viem and wagmi, which wallets' libraries pass on.
  {
    names: ['WalletNotFoundError', 'ProviderNotFoundError', 'ConnectorNotFoundError', 'WalletNotReadyError'],
    verdict: problem('wallet/not_found', 'other_wallet'),
  },
  { names: ['NoAccountError'], verdict: problem('wallet/unauthorized', 'connect_again') },
  {
    names: [
      'WalletNotConnectedError',
      'WalletDisconnectedError',
      'ConnectorNotConnectedError',
      'ProviderDisconnectedError',
    ],
    verdict: problem('wallet/disconnected', 'connect_again'),
  },
  { names: ['ConnectorAccountNotFoundError'], verdict: problem('wallet/account_missing', 'try_again') },
  { names: ['ConnectorChainMismatchError', 'ConnectorUnavailableReconnectingError'], verdict: repeat },
  { names: ['UserRejectedRequestError'], verdict: declined },
  { names: ['ResourceUnavailableRpcError'], verdict: pending },
  { names: ['UnauthorizedProviderError'], verdict: problem('wallet/unauthorized', 'connect_again') },
  {
    names: ['UnsupportedProviderMethodError', 'MethodNotSupportedRpcError', 'MethodNotFoundRpcError'],
    phase: 'sign',
    verdict: problem('wallet/cannot_sign', 'other_wallet'),
  },
  { names: ['ChainDisconnectedError'], verdict: problem('wallet/network_down', 'try_again') },
  { names: ['LimitExceededRpcError'], verdict: limited },
  {
    names: ['InvalidAddressError', 'ParseRpcError', 'InvalidRequestRpcError', 'JsonRpcVersionUnsupportedError'],
    verdict: problem('wallet/unreadable', 'other_wallet'),
  },
  { names: ['TimeoutError'], verdict: problem('wallet/no_answer', 'try_again') },

  // Messages last: some wallets send nothing else.
  { text: /accounts? received is empty|no accounts? (?:selected|available)/i, verdict: declined },
  { text: /already pending|request (?:is )?(?:already )?(?:pending|in progress)/i, verdict: pending },
  {
    text: /reject|denied|declin|cancel|closed (?:the )?(?:modal|popup|window)|(?:modal|popup|window) (?:was )?closed|abort|user refus/i,
    verdict: declined,
  },
  {
    text: /watch[- ]?only|read[- ]?only|cannot sign|can't sign/i,
    verdict: problem('wallet/cannot_sign', 'other_wallet'),
  },
  {
    text: /multi-?sig|safe (?:wallet|account)|threshold/i,
    phase: 'sign',
    verdict: problem('wallet/multisig', 'other_wallet'),
  },
  { text: /rate limit|too many requests/i, verdict: limited },
  { codes: [-32603], verdict: problem('wallet/internal', 'try_again') },
  { text: /no installed wallet/i, verdict: problem('wallet/not_found', 'other_wallet') },

  // Solana's wallet adapters use the same names for refusals, so the message decides before them.
  { names: ['WalletLoadError', 'WalletConfigError'], verdict: problem('wallet/not_loaded', 'reload') },
  { names: ['WalletConnectionError', 'WalletTimeoutError'], verdict: problem('wallet/no_answer', 'try_again') },
  { names: ['WalletAccountError', 'WalletPublicKeyError'], verdict: problem('wallet/unauthorized', 'connect_again') },
  { names: ['WalletWindowBlockedError'], verdict: problem('wallet/popup_blocked', 'try_again') },
  { names: ['WalletWindowClosedError'], verdict: declined },
  { names: ['WalletSignMessageError', 'WalletSignInError'], verdict: problem('wallet/refused', 'try_again') },
]
