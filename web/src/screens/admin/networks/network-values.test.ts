import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import { networks as words } from '../../../words/admin.ts'
import {
  chainIdOf,
  draftRefusals,
  emptyDraft,
  isRefused,
  OTHER,
  refusalLine,
  serverRefusals,
  urlsOf,
} from './network-values.ts'

const GOOD = { ...emptyDraft(), urls: ['https://rpc.example/key'] }

test('begins with Ethereum, the one that names need', () => {
  assert.deepEqual(emptyDraft(), { chain: '1', chainId: '', name: 'Ethereum', urls: [''] })
})

test('sends the chain that was chosen or typed, and the lines that were filled in', () => {
  assert.equal(chainIdOf({ ...GOOD, chain: '8453' }), 8453)
  assert.equal(chainIdOf({ ...GOOD, chain: OTHER, chainId: ' 59144 ' }), 59144)
  assert.deepEqual(urlsOf({ ...GOOD, urls: ['', ' https://a.example ', ''] }), ['https://a.example'])
})

test('finds nothing wrong with what is good', () => {
  const found = draftRefusals(GOOD, { keepsUrls: false })
  assert.deepEqual([found, isRefused(found)], [{ urls: {} }, false])
})

test('says at each field what is wrong with it before anybody is asked', () => {
  const draft = {
    chain: OTHER,
    chainId: '1.5',
    name: ' – ',
    urls: ['rpc.example', 'ftp://a.example', `https://${'a'.repeat(500)}`],
  }
  const found = draftRefusals(draft, { keepsUrls: false })
  assert.deepEqual(found, {
    chainId: words.chainIdWrong,
    name: words.nameWrong(32),
    urls: { 0: words.urlProblems.not_a_url, 1: words.urlProblems.not_a_url, 2: words.urlProblems.too_long },
  })
  for (const chainId of ['', '0', '-1', 'abc', '9007199254740992'])
    assert.equal(draftRefusals({ ...GOOD, chain: OTHER, chainId }, { keepsUrls: false }).chainId, words.chainIdWrong)
})

test('needs an endpoint, unless there are some that are kept', () => {
  const none = { ...GOOD, urls: ['', ' '] }
  assert.deepEqual(draftRefusals(none, { keepsUrls: false }).urls, { 0: words.urlProblems.missing })
  assert.deepEqual(draftRefusals(none, { keepsUrls: true }).urls, {})
})

test('puts what the server refused at the line it is about, although empty lines were not sent', () => {
  const draft = { ...GOOD, urls: ['', 'https://a.example', '', 'https://b.example'] }
  const fields = [
    { path: '/urls/0', code: 'no_answer' },
    { path: '/urls/1', code: 'wrong_chain' },
  ]
  assert.deepEqual(serverRefusals(new AppError('network_wrong_chain', { fields }), draft), {
    urls: { 1: words.urlProblems.no_answer, 3: words.urlProblems.wrong_chain },
  })
  assert.deepEqual(serverRefusals(new AppError('network_exists'), draft), {
    chainId: words.refusals.network_exists,
    urls: {},
  })
  const plain = [{ path: '/urls/1', code: 'https_needed' }]
  assert.deepEqual(serverRefusals(new AppError('invalid_body', { fields: plain }), draft), {
    urls: { 3: words.urlProblems.https_needed },
  })
  const invalid = [
    { path: '/urls/0', code: '__proto__' },
    { path: '/chainId', code: 'too_many_networks' },
    { path: '/name', code: 'custom' },
  ]
  assert.deepEqual(serverRefusals(new AppError('invalid_body', { fields: invalid }), draft), {
    chainId: words.tooMany,
    name: words.nameWrong(32),
    urls: { 1: words.urlProblems.not_a_url },
  })
})

test('tells in one line what happened and what the endpoints said', () => {
  const detail = 'Endpoint 1: It answers for chain 10, not for 8453.'
  assert.equal(
    refusalLine(new AppError('network_wrong_chain', { detail })),
    `${words.refusals.network_wrong_chain} ${detail}`,
  )
  assert.equal(refusalLine(new AppError('rpc_unavailable')), words.refusals.rpc_unavailable)
  assert.equal(refusalLine(new AppError('forbidden')), undefined)
})
