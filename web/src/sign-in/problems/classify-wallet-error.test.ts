import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readErrorDetails } from '../../wallet/error-details.ts'
import { mapLibraryError } from '../../wallet/walletconnect/errors.ts'
import { classifyWalletError } from './classify-wallet-error.ts'
import type { Phase } from './wallet-errors.ts'

type Expected = 'declined' | 'pending' | 'repeat' | [code: string, remedy: string, retryAfter?: number]
type Case = [name: string, error: unknown, expected: Expected, phase?: Phase | 'both', rdns?: string]

const cannotSign: Expected = ['wallet/cannot_sign', 'other_wallet']
const refused: Expected = ['wallet/refused', 'try_again']
const internal: Expected = ['wallet/internal', 'try_again']
const limited: Expected = ['wallet/limited', 'wait', 60]
const unreadable: Expected = ['wallet/unreadable', 'other_wallet']
const hardwareLocked: Expected = ['wallet/hardware_locked', 'try_again']
const unknown: Expected = ['wallet/unknown', 'try_again']

const codeExpired: Expected = ['wallet/code_expired', 'try_again']
const noAnswer: Expected = ['wallet/no_answer', 'try_again']
const relayDown: Expected = ['wallet/relay_down', 'try_again']
const relayRefused: Expected = ['wallet/relay_refused', 'other_wallet']
const clockWrong: Expected = ['wallet/clock_wrong', 'try_again']
const STALE = "No matching key. session topic doesn't exist: 1"

const fromLibrary = (error: unknown) => mapLibraryError(typeof error === 'string' ? new Error(error) : error)
const errorWithCode = (code: number, message = 'x') => Object.assign(new Error(message), { code })
const errorWithName = (name: string, message = 'x') => Object.assign(new Error(message), { name })

checkCases('standard codes', [
  ['4001 at connect', errorWithCode(4001), 'declined', 'connect'],
  ['4001 at sign', errorWithCode(4001), 'declined', 'sign'],
  ['4100', errorWithCode(4100), ['wallet/unauthorized', 'connect_again'], 'sign'],
  ['4200 at sign', errorWithCode(4200), cannotSign, 'sign'],
  ['4200 at connect', errorWithCode(4200), ['wallet/refused', 'other_wallet'], 'connect'],
  ['4900', errorWithCode(4900), ['wallet/offline', 'try_again'], 'both'],
  ['4901', errorWithCode(4901), ['wallet/network_down', 'try_again'], 'both'],
  ['4902', errorWithCode(4902), unknown, 'both'],
  ['5700', errorWithCode(5700), refused, 'both'],
  ['5760', errorWithCode(5760), refused, 'both'],
  ['-32000', errorWithCode(-32000), ['wallet/refused', 'connect_again'], 'sign'],
  ['-32001', errorWithCode(-32001), refused, 'sign'],
  ['-32002', errorWithCode(-32002), 'pending', 'both'],
  ['-32003 at sign', errorWithCode(-32003), 'declined', 'sign'],
  ['-32004', errorWithCode(-32004), cannotSign, 'sign'],
  ['-32005', errorWithCode(-32005), limited, 'both'],
  ['-32006', errorWithCode(-32006), unreadable, 'both'],
  ['-32600', errorWithCode(-32600), unreadable, 'both'],
  ['-32700', errorWithCode(-32700), unreadable, 'both'],
  ['-32601', errorWithCode(-32601), cannotSign, 'sign'],
  ['-32602', errorWithCode(-32602), refused, 'sign'],
  ['-32603', errorWithCode(-32603, 'Internal JSON-RPC error.'), internal, 'both'],
  ['1011', errorWithCode(1011), ['wallet/restarted', 'reload'], 'both'],
  ['1013', errorWithCode(1013), 'repeat', 'both'],
  ['7000', errorWithCode(7000), ['wallet/no_answer', 'try_again'], 'connect'],
])

checkCases('conditions without a code', [
  ['wallet not found', errorWithName('WalletNotFoundError'), ['wallet/not_found', 'other_wallet'], 'both'],
  ['wagmi finds no provider', errorWithName('ProviderNotFoundError'), ['wallet/not_found', 'other_wallet'], 'both'],
  ['account changed', errorWithName('ConnectorAccountNotFoundError'), ['wallet/account_missing', 'try_again'], 'sign'],
  ['chain mismatch', errorWithName('ConnectorChainMismatchError'), 'repeat', 'sign'],
  ['still reconnecting', errorWithName('ConnectorUnavailableReconnectingError'), 'repeat', 'sign'],
  [
    'a blocked pop-up',
    errorWithCode(-32603, 'Popup window was blocked'),
    ['wallet/popup_blocked', 'try_again'],
    'both',
  ],
  ['no account shared', errorWithName('NoAccountError'), ['wallet/unauthorized', 'connect_again'], 'connect'],
  ['no connection', errorWithName('WalletNotConnectedError'), ['wallet/disconnected', 'connect_again'], 'sign'],
  ['invalid address', errorWithName('InvalidAddressError'), unreadable, 'connect'],
  [
    'an extension that was replaced',
    new Error('Extension context invalidated.'),
    ['wallet/restarted', 'reload'],
    'both',
  ],
  ['library timeout', errorWithName('TimeoutError'), ['wallet/no_answer', 'try_again'], 'both'],
])

checkCases('names of viem errors without codes', [
  ['rejected', errorWithName('UserRejectedRequestError'), 'declined', 'both'],
  ['unavailable', errorWithName('ResourceUnavailableRpcError'), 'pending', 'both'],
  ['unauthorized', errorWithName('UnauthorizedProviderError'), ['wallet/unauthorized', 'connect_again'], 'both'],
  ['unsupported', errorWithName('UnsupportedProviderMethodError'), cannotSign, 'sign'],
  ['disconnected', errorWithName('ProviderDisconnectedError'), ['wallet/disconnected', 'connect_again'], 'both'],
  ['chain disconnected', errorWithName('ChainDisconnectedError'), ['wallet/network_down', 'try_again'], 'both'],
  ['limited', errorWithName('LimitExceededRpcError'), limited, 'both'],
  ['unreadable', errorWithName('ParseRpcError'), unreadable, 'both'],
])

checkCases('wallet-specific errors', [
  ['Base: closed', new Error('User closed modal'), 'declined', 'both', 'app.base.account'],
  ['Base: no account', new Error('accounts received is empty'), 'declined', 'connect', 'app.base.account'],
  ['Base: rejected, message only', new Error('request rejected'), 'declined', 'both', 'app.base.account'],
  ['Trust: localized, no code', new Error('Der Benutzer hat abgelehnt'), refused, 'sign', 'com.trustwallet.app'],
  ['Trust: text only', 'cancelled', 'declined', 'both', 'com.trustwallet.app'],
  ['Brave: another network', errorWithCode(-32602, 'network mismatch'), refused, 'sign', 'com.brave.wallet'],
  ['Brave: another account', errorWithCode(-32603, 'account mismatch'), refused, 'sign', 'com.brave.wallet'],
  [
    'Brave with a Ledger',
    errorWithCode(-32603, 'Ledger is not supported'),
    ['wallet/hardware_unsupported', 'other_wallet'],
    'sign',
    'com.brave.wallet',
  ],
  [
    'MetaMask Mobile locked',
    errorWithCode(-32603, 'Response has no error or result'),
    internal,
    'sign',
    'io.metamask.mobile',
  ],
  ['Ledger locked 0x5515', errorWithCode(-32603, 'Ledger device: Locked device (0x5515)'), hardwareLocked, 'sign'],
  ['Ledger locked 0x6b0c', errorWithCode(-32603, 'TransportStatusError 0x6b0c'), hardwareLocked, 'sign'],
  ['Ledger app closed 0x650f', new Error('Ledger: 0x650f'), hardwareLocked, 'sign'],
  ['Ledger declined 0x6985', errorWithCode(-32603, 'Ledger device: denied by the user (0x6985)'), 'declined', 'sign'],
  ['Ledger blind signing', new Error('Please enable Blind signing'), hardwareLocked, 'sign'],
  ['Ledger in Firefox', new Error('WebHID is not supported'), ['wallet/hardware_unsupported', 'other_wallet'], 'sign'],
  ['Trezor canceled', new Error('Action cancelled by user'), 'declined', 'sign'],
  ['Trezor window closed', new Error('Popup closed'), 'declined', 'sign'],
  ['watch-only', new Error('This is a watch-only account'), cannotSign, 'sign'],
  ['Safe', new Error('Safe account needs 2 of 3'), ['wallet/multisig', 'other_wallet'], 'sign'],
])

checkCases('WalletConnect', [
  ['User rejected', fromLibrary(errorWithCode(5000)), 'declined', 'both'],
  ['User disapproved', fromLibrary(errorWithCode(5003)), 'declined', 'both'],
  ['unsupported methods', fromLibrary(errorWithCode(5101)), cannotSign, 'both'],
  ['unsupported namespace', fromLibrary(errorWithCode(5104)), cannotSign, 'both'],
  ['session ended by the wallet', fromLibrary(errorWithCode(6000)), ['wallet/disconnected', 'connect_again'], 'both'],
  ['expired code', fromLibrary('Proposal expired'), ['wallet/code_expired', 'try_again'], 'connect'],
  ['expired code, with an error code', fromLibrary({ message: 'Proposal expired', code: 0 }), codeExpired, 'connect'],
  ['stale session', fromLibrary(STALE), ['wallet/disconnected', 'connect_again'], 'sign'],
  ['expired request', fromLibrary('Request expired. Please try again.'), noAnswer, 'sign'],
  ['origin not allowed', fromLibrary('code: 3000 (Unauthorized: origin not allowed)'), relayRefused, 'connect'],
  ['invalid project id', fromLibrary('code: 3000 (Unauthorized: invalid key)'), relayRefused, 'connect'],
  ['wrong clock', fromLibrary('code: 3000 (JWT Token is not yet valid: basic)'), clockWrong, 'connect'],
  ['a stalled socket', fromLibrary('Socket stalled when trying to connect to wss://relay'), relayDown, 'connect'],
  ['no connection', fromLibrary('No internet connection detected. Please restart'), relayDown, 'both'],
  ['failed publish', fromLibrary('Failed to publish payload, please try again. id:1 tag:1108'), relayDown, 'sign'],
])

checkCases('Solana', [
  ['not installed', errorWithName('WalletNotReadyError'), ['wallet/not_found', 'other_wallet'], 'both'],
  ['not loaded', errorWithName('WalletLoadError'), ['wallet/not_loaded', 'reload'], 'connect'],
  ['wrong configuration', errorWithName('WalletConfigError'), ['wallet/not_loaded', 'reload'], 'connect'],
  ['no connection', errorWithName('WalletConnectionError'), noAnswer, 'connect'],
  ['refused connection', errorWithName('WalletConnectionError', 'User rejected the request.'), 'declined', 'connect'],
  ['timeout', errorWithName('WalletTimeoutError'), noAnswer, 'both'],
  ['disconnected', errorWithName('WalletDisconnectedError'), ['wallet/disconnected', 'connect_again'], 'both'],
  ['no account', errorWithName('WalletAccountError'), ['wallet/unauthorized', 'connect_again'], 'connect'],
  ['no public key', errorWithName('WalletPublicKeyError'), ['wallet/unauthorized', 'connect_again'], 'connect'],
  ['blocked window', errorWithName('WalletWindowBlockedError'), ['wallet/popup_blocked', 'try_again'], 'both'],
  ['closed window', errorWithName('WalletWindowClosedError'), 'declined', 'both'],
  ['failed signature', errorWithName('WalletSignMessageError', 'Internal'), refused, 'sign'],
  ['failed sign-in', errorWithName('WalletSignInError', 'Internal'), refused, 'both'],
  ['refused signature', errorWithName('WalletSignMessageError', 'User denied message signature'), 'declined', 'sign'],
  ['refused sign-in', Object.assign(errorWithCode(4001), { name: 'WalletSignInError' }), 'declined', 'both'],
  [
    'Ledger without off-chain messages',
    new Error('[unsupported] signing off chain messages with ledger is not yet supported'),
    ['wallet/hardware_unsupported', 'other_wallet'],
    'sign',
  ],
  ['Ledger refused without a code', new Error('Ledger device: Condition not satisfied (0x6985)'), 'declined', 'sign'],
  [
    'no wallet app on the phone',
    new Error('Found no installed wallet that supports the mobile wallet protocol.'),
    ['wallet/not_found', 'other_wallet'],
    'connect',
  ],
])

checkCases('unknown errors', [
  ['an empty object', {}, unknown, 'both'],
  ['nothing', undefined, unknown, 'both'],
  ['null', null, unknown, 'both'],
  ['a number', 7, unknown, 'both'],
  ['an unknown code', errorWithCode(123), unknown, 'both'],
])

test('finds the code in data.originalError, cause and error', () => {
  const wrapped = [
    errorWithCode(-32603),
    { code: -32603, data: { originalError: { code: 4001 } } },
    { cause: { cause: { code: 4001 } } },
    { error: { code: '4001' } },
  ]
  assert.deepEqual(
    wrapped.map((error) => classifyWalletError(error, { phase: 'sign', rdns: undefined }).kind),
    ['problem', 'declined', 'declined', 'declined'],
  )
})

test('stops at depth five, also in a cycle', () => {
  const circle: { code: number; cause?: unknown } = { code: 1 }
  circle.cause = circle
  assert.deepEqual(readErrorDetails(circle).codes, [1, 1, 1, 1, 1])
})

test('classifies an unreadable error as unknown', () => {
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('no')
      },
    },
  )
  assert.equal(classifyWalletError(hostile, { phase: 'sign', rdns: undefined }).kind, 'problem')
})

function checkCases(title: string, cases: Case[]) {
  describe(title, () => {
    for (const [name, error, expected, phase = 'both', rdns] of cases) {
      test(name, () => {
        for (const each of phase === 'both' ? (['connect', 'sign'] as const) : [phase]) {
          assert.deepEqual(classifyWalletError(error, { phase: each, rdns }), verdictOf(expected))
        }
      })
    }
  })
}

function verdictOf(expected: Expected) {
  if (typeof expected === 'string') return { kind: expected }
  const [code, remedy, retryAfter] = expected
  return { kind: 'problem', code, remedy, ...(retryAfter === undefined ? {} : { retryAfter }) }
}
