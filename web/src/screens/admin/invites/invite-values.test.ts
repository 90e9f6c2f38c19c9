import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { invites } from '../../../words/admin/admin.ts'
import { type InviteValues, inviteForm, newInvite } from './invite-values.ts'

const { addressProblems } = invites
const ETHEREUM = '0x5346aB9f69c6f7fb41040f9d22Ad9393c01caBf4'
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const bound = (address: string): InviteValues => ({ ...newInvite, who: 'bound', address })

function accountIn(values: InviteValues): string | undefined {
  const body = inviteForm.body(values)
  return 'account' in body ? body.account : undefined
}

test('binds an invitation to an account of the family that the address has the form of', () => {
  const accountOf = (address: string) => {
    const values = bound(address)
    assert.deepEqual(inviteForm.validate(values), { address: undefined, chain: undefined })
    return accountIn(values)
  }
  assert.deepEqual([ETHEREUM, ` ${SOLANA} `, BITCOIN].map(accountOf), [
    `eip155:0:${ETHEREUM}`,
    `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${SOLANA}`,
    `bip122:000000000019d6689c085ae165831e93:${BITCOIN}`,
  ])
})

test('names what is wrong with an address', () => {
  const problemOf = (address: string) => inviteForm.validate(bound(address)).address
  assert.equal(problemOf(''), addressProblems.unknown)
  assert.equal(problemOf('alice.eth'), addressProblems.unknown)
  assert.equal(problemOf(ETHEREUM.slice(0, -1)), addressProblems.ethereum)
  assert.equal(problemOf('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'), addressProblems.network)
  assert.equal(problemOf(`bc1${BITCOIN.slice(3).toUpperCase()}`), addressProblems.bech32)
})

test('binds a smart account to an Ethereum address and a chain', () => {
  const values: InviteValues = { ...newInvite, who: 'contract', address: ETHEREUM, chain: '8453' }
  assert.deepEqual(inviteForm.validate(values), { address: undefined, chain: undefined })
  assert.equal(accountIn(values), `eip155:8453:${ETHEREUM}`)
  assert.equal(inviteForm.validate({ ...values, address: SOLANA }).address, addressProblems.ethereum)
  assert.equal(inviteForm.validate({ ...values, chain: '0' }).chain, invites.chainWrong)
})

test('shows what the server found at the address', () => {
  assert.deepEqual(inviteForm.serverErrors(new AppError('address_invalid')), { address: addressProblems.checksum })
  assert.deepEqual(inviteForm.serverErrors(new AppError('address_unsupported')), { address: addressProblems.type })
  assert.deepEqual(inviteForm.serverErrors(new AppError('network_unsupported')), { address: addressProblems.network })
  assert.deepEqual(inviteForm.serverErrors(new AppError('role_too_high')), {})
})
