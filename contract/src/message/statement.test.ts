import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actions } from '../action.ts'
import { STATEMENT_MAX } from '../limits.ts'
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

  test('uses “this site” when the domain is too long', () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`
    assert.equal(statementFor('sign_in', { name: 'Ñ', domain }), `Sign in to this site${REST}`)
    assert.equal(statementFor('setup', { name: 'Ñ', domain }), `Become the owner of this site${REST}`)
  })

  test('never exceeds the maximum length', () => {
    for (let length = 1; length <= 64; length++) {
      const statement = statementFor('setup', { name: 'n'.repeat(length), domain: 'd'.repeat(length) })
      assert.ok(statement.length <= STATEMENT_MAX)
      assert.ok(statement.endsWith('to your funds.'))
    }
  })

  test('names the whole action of a step-up, whatever the length of the site name', () => {
    const names: Record<string, string> = {
      app: 'a'.repeat(64),
      network: 'chain 9007199254740991',
      role: 'auditor',
      uses: 'for 1000 people',
      lifetime: 'valid for 2160 hours',
    }
    for (const { text, target, ...action } of Object.values(actions)) {
      const parts = target.map((kind) => names[kind] ?? `0x${'a'.repeat(40)}`)
      const named = parts.length > 0 ? `${text} (${parts.join('separator' in action ? action.separator : '')})` : text
      const short = statementFor('step_up', { name: 'Acme', domain: 'id.example' }, named)
      assert.equal(short, `Confirm this action on Acme: ${named}. Signing is free and does not send a transaction.`)
      const long = statementFor('step_up', { name: 'n'.repeat(64), domain: 'd'.repeat(200) }, named)
      assert.ok(long.includes(named) && long.length <= STATEMENT_MAX, long)
    }
  })
})
