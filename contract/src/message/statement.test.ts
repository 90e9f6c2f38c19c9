import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DOMAIN_MAX, STATEMENT_MAX } from '../limits.ts'
import { statementFor } from './statement.ts'

const REST = '. Signing is free and does not send a transaction or give access to your funds.'

describe('statementFor', () => {
  test('names the site', () => {
    assert.equal(statementFor('sign_in', { name: 'Acme', domain: 'id.example' }), `Sign in to Acme${REST}`)
  })

  test('states that setup makes the wallet the owner', () => {
    assert.equal(statementFor('setup', { name: 'Acme', domain: 'id.example' }), `Become the owner of Acme${REST}`)
  })

  for (const name of ['Ångström', 'A "quoted" name', '<b>', '100%', 'a\nb']) {
    test(`uses the domain for a name that is not ASCII or unsafe: ${JSON.stringify(name)}`, () => {
      assert.equal(statementFor('sign_in', { name, domain: 'id.example' }), `Sign in to id.example${REST}`)
    })
  }

  test('uses “this site” when name and domain are too long', () => {
    const statementOf = (length: number) =>
      statementFor(
        'step_up',
        { name: 'n'.repeat(length), domain: 'd'.repeat(length + 1) },
        { subject: 's'.repeat(200) },
      )
    const rest = `: ${'s'.repeat(200)}. Signing is free and does not send a transaction.`
    const longest = STATEMENT_MAX - rest.length - 'Confirm this action on '.length
    assert.equal(statementOf(longest), `Confirm this action on ${'n'.repeat(longest)}${rest}`)
    assert.equal(statementOf(longest + 1), `Confirm this action on this site${rest}`)
  })

  test('never shortens the subject', () => {
    const instance = { name: 'n'.repeat(64), domain: 'd'.repeat(DOMAIN_MAX) }
    assert.throws(
      () => statementFor('step_up', instance, { subject: 's'.repeat(STATEMENT_MAX) }),
      /No statement can name sss/,
    )
    assert.throws(() => statementFor('step_up', instance, { subject: 'Ñ' }), /No statement can name Ñ/)
  })
})
