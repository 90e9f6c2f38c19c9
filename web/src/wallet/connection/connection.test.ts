import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ALICE, BOB } from '../../../../test/support/web/fake-wallet-env.ts'
import { accountInUse, type ConnectionEvent, type ConnectionState, nextConnection } from './connection.ts'

const walletId = 'io.metamask'
const disconnected = { status: 'disconnected', restarted: false } as const
const reconnecting = { status: 'reconnecting', walletId, missed: undefined } as const
const connecting = { status: 'connecting', walletId, missed: undefined } as const
const connected = { status: 'connected', walletId, accounts: [ALICE, BOB], namespace: 'eip155', chain: '1' } as const
const shared = { type: 'accounts_shared', walletId, accounts: [ALICE, BOB], namespace: 'eip155', chain: '1' } as const

const reduceEvents = (state: ConnectionState, ...events: ConnectionEvent[]) => events.reduce(nextConnection, state)

describe('nextConnection', () => {
  test('moves to connecting only by a click, and to reconnecting only by a restore', () => {
    assert.deepEqual(reduceEvents(disconnected, { type: 'connect_requested', walletId }), connecting)
    assert.deepEqual(reduceEvents(disconnected, { type: 'restore_started', walletId }), reconnecting)
    assert.deepEqual(reduceEvents(connected, { type: 'restore_started', walletId }), connected)
  })

  test('connects from every status when the wallet shares accounts', () => {
    for (const state of [disconnected, reconnecting, connecting])
      assert.deepEqual(reduceEvents(state, shared), connected)
  })

  test('lets a click take precedence over a restore and over a connection', () => {
    for (const state of [reconnecting, connecting, connected])
      assert.deepEqual(reduceEvents(state, { type: 'connect_requested', walletId: 'io.rabby' }), {
        ...connecting,
        walletId: 'io.rabby',
      })
  })

  test('ignores every other event of another wallet', () => {
    const other = 'io.rabby'
    const events: ConnectionEvent[] = [
      { ...shared, walletId: other },
      { type: 'accounts_changed', walletId: other, accounts: [BOB] },
      { type: 'chain_changed', walletId: other, chain: '10' },
      { type: 'account_preferred', walletId: other, address: BOB },
      { type: 'wallet_disconnected', walletId: other, restarted: true },
      { type: 'connect_ended', walletId: other },
      { type: 'restore_failed', walletId: other },
    ]
    for (const state of [reconnecting, connecting, connected]) assert.equal(reduceEvents(state, ...events), state)
  })

  test('does not connect by events that only a connected wallet may send', () => {
    const events: ConnectionEvent[] = [
      { type: 'accounts_changed', walletId, accounts: [ALICE] },
      { type: 'chain_changed', walletId, chain: '10' },
      { type: 'wallet_disconnected', walletId, restarted: true },
    ]
    for (const state of [disconnected, reconnecting, connecting]) assert.equal(reduceEvents(state, ...events), state)
  })

  test('remembers that the link code was opened on this device while connected', () => {
    const opened = reduceEvents(connecting, { type: 'link_code_opened', walletId }, shared)
    assert.deepEqual(opened, { ...connected, sameDevice: true })
    assert.deepEqual(reduceEvents(opened, { type: 'released' }, shared), connected)
  })

  test('keeps the connection when a late request ends', () => {
    assert.equal(reduceEvents(connected, { type: 'connect_ended', walletId }), connected)
  })
})

describe('accountInUse', () => {
  const preferred = reduceEvents(connected, { type: 'account_preferred', walletId, address: BOB })

  test('is the preferred account until the wallet lists another one first', () => {
    const inUse = (state: ConnectionState) => state.status === 'connected' && accountInUse(state).address
    assert.equal(inUse(connected), ALICE)
    assert.equal(inUse(preferred), BOB)
    assert.equal(inUse(reduceEvents(preferred, { type: 'accounts_changed', walletId, accounts: [ALICE] })), ALICE)
    assert.equal(inUse(reduceEvents(preferred, { type: 'accounts_changed', walletId, accounts: [BOB, ALICE] })), BOB)
  })
})
