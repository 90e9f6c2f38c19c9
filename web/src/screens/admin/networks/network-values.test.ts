import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { initialState, isConflict, reduceForm, saveForm, valuesOf } from '../../../forms/form.ts'
import { networks as words } from '../../../words/admin/networks.ts'
import {
  networkFailureText,
  networkForm,
  newNetwork,
  newNetworkForm,
  OTHER,
  valuesOfNetwork,
} from './network-values.ts'

const GOOD = { ...newNetwork, urls: ['https://rpc.example/key'] }

test('starts with Ethereum, which ENS names need', () => {
  assert.deepEqual(newNetwork, { chain: '1', chainId: '', name: 'Ethereum', urls: [''] })
})

test('sends the chain that was chosen or typed, and the lines that were filled in', () => {
  assert.equal(newNetworkForm.body({ ...GOOD, chain: '8453' }).chainId, 8453)
  assert.equal(newNetworkForm.body({ ...GOOD, chain: OTHER, chainId: ' 59144 ' }).chainId, 59144)
  const urls = ['', ' https://a.example ', '']
  assert.deepEqual(networkForm.body({ ...GOOD, name: ' Mine ', urls }), { name: 'Mine', urls: ['https://a.example'] })
  assert.deepEqual(networkForm.body({ ...GOOD, urls: ['', ' '] }), { name: 'Ethereum' })
})

test('accepts valid values', () => {
  assert.deepEqual(newNetworkForm.validate(GOOD), {})
})

test('reports each invalid field before anything is sent', () => {
  const urls = ['rpc.example', 'ftp://a.example', `https://${'a'.repeat(500)}`]
  assert.deepEqual(newNetworkForm.validate({ chain: OTHER, chainId: '1.5', name: ' – ', urls }), {
    chainId: words.chainIdWrong,
    name: words.nameWrong(32),
    'urls/0': words.urlProblems.not_a_url,
    'urls/1': words.urlProblems.not_a_url,
    'urls/2': words.urlProblems.too_long,
  })
  for (const chainId of ['', '0', '-1', 'abc', '9007199254740992'])
    assert.equal(newNetworkForm.validate({ ...GOOD, chain: OTHER, chainId }).chainId, words.chainIdWrong)
})

test('requires an endpoint for a new network, and keeps those of an existing one', () => {
  const none = { ...GOOD, urls: ['', ' '] }
  assert.deepEqual(newNetworkForm.validate(none), { 'urls/0': words.urlProblems.missing })
  assert.deepEqual(networkForm.validate(none), {})
})

test('shows a server error at the line it concerns, although empty lines were not sent', () => {
  const values = { ...GOOD, urls: ['', 'https://a.example', '', 'https://b.example'] }
  const errorsFor = (code: 'network_wrong_chain' | 'invalid_body', fields: { path: string; code: string }[]) =>
    networkForm.serverErrors(new AppError(code, { fields }), values)
  const wrong = [
    { path: '/urls/0', code: 'no_answer' },
    { path: '/urls/1', code: 'wrong_chain' },
  ]
  assert.deepEqual(errorsFor('network_wrong_chain', wrong), {
    'urls/1': words.urlProblems.no_answer,
    'urls/3': words.urlProblems.wrong_chain,
  })
  assert.deepEqual(networkForm.serverErrors(new AppError('network_exists'), values), {
    chainId: words.errors.network_exists,
  })
  assert.deepEqual(errorsFor('invalid_body', [{ path: '/urls/1', code: 'https_needed' }]), {
    'urls/3': words.urlProblems.https_needed,
  })
  const invalid = [
    { path: '/urls/0', code: '__proto__' },
    { path: '/chainId', code: 'too_many_networks' },
    { path: '/name', code: 'custom' },
  ]
  assert.deepEqual(errorsFor('invalid_body', invalid), {
    chainId: words.tooMany,
    name: words.nameWrong(32),
    'urls/1': words.urlProblems.not_a_url,
  })
})

test('summarizes a failure in one line with what the endpoints answered', () => {
  const detail = 'Endpoint 1: Wrong chain: got 10, expected 8453.'
  assert.equal(
    networkFailureText(new AppError('network_wrong_chain', { detail })),
    `${words.errors.network_wrong_chain} ${detail}`,
  )
  assert.equal(networkFailureText(new AppError('rpc_unavailable')), words.errors.rpc_unavailable)
  assert.equal(networkFailureText(new AppError('forbidden')), undefined)
})

test('keeps new endpoint URLs after a version conflict, and saves them over the current network', async () => {
  const saved = (name: string, version: number) => ({ values: valuesOfNetwork({ chainId: 1, name }), version })
  let server = saved('Renamed elsewhere', 8)
  let state = initialState(saved('Ethereum', 7))
  const dispatch = (event: Parameters<typeof reduceForm<typeof GOOD>>[1]) => {
    state = reduceForm(state, event)
  }
  const sent: unknown[] = []
  const save = () =>
    saveForm(state, dispatch, {
      body: networkForm.body,
      save: {
        async send(call) {
          sent.push(call)
          if (call.version !== server.version) throw new AppError('version_conflict')
          server = saved(call.body.name, server.version + 1)
        },
        reload: async () => dispatch({ type: 'read', saved: server }),
      },
    })
  dispatch({ type: 'edited', edits: { urls: ['https://new.example'] } })
  await save()
  assert.ok(isConflict(state.failure))
  const { name, urls } = valuesOf(state)
  assert.deepEqual([name, urls], ['Renamed elsewhere', ['https://new.example']])
  await save()
  assert.equal(state.failure, undefined)
  assert.deepEqual(sent, [
    { body: { name: 'Ethereum', urls: ['https://new.example'] }, version: 7 },
    { body: { name: 'Renamed elsewhere', urls: ['https://new.example'] }, version: 8 },
  ])
})
