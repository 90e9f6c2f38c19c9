import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { vaults as text } from '../../../words/account/wallets.ts'
import { networkNameOf, vaultBody, vaultErrors, vaultServerErrors } from './vault-values.ts'

const ADDRESS = `0x${'aB'.repeat(20)}`

describe('vaultErrors', () => {
  test('accepts an address with spaces around it, and nothing else', () => {
    assert.deepEqual(vaultErrors({ address: ` ${ADDRESS} ` }), {})
    for (const address of ['', 'vault.eth', ADDRESS.slice(0, -1), `${ADDRESS}0`])
      assert.deepEqual(vaultErrors({ address }), { address: text.addressWrong })
  })
})

test('vaultBody sends a number and a trimmed address', () => {
  assert.deepEqual(vaultBody({ chainId: '10', address: ` ${ADDRESS}\n` }), { chainId: 10, address: ADDRESS })
})

test('vaultServerErrors puts problems at their field', () => {
  const at = (code: string) =>
    vaultServerErrors(new AppError('invalid_body', { fields: [{ path: '/address', code }] })).address
  assert.deepEqual(['own_wallet', 'reserved', 'checksum'].map(at), [text.ownWallet, text.reserved, text.addressWrong])
  assert.deepEqual(vaultServerErrors(new AppError('delegation_missing')), { address: text.notDelegated })
  assert.match(vaultServerErrors(new AppError('vault_exists')).address ?? '', /already/)
  assert.deepEqual(vaultServerErrors(new AppError('vault_limit')), {})
})

test('vaultServerErrors puts an unreachable network at the network', () => {
  assert.deepEqual(vaultServerErrors(new AppError('rpc_unavailable')), { chainId: text.networkDown })
})

test('networkNameOf falls back to the name of the chain', () => {
  assert.equal(networkNameOf(10, [{ chainId: 10, name: 'OP' }]), 'OP')
  assert.equal(networkNameOf(10, []), 'Optimism')
})
