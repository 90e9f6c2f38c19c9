import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { AppError, errorCodes } from '@countersign/contract/error/errors.ts'
import { serverProblem } from '../sign-in/problems/server-problem.ts'
import { errorRows } from '../sign-in/problems/wallet-errors.ts'
import { pageProblems } from './page-problems.ts'
import { wordsForProblem } from './problems.ts'
import { serverProblems } from './server-problems.ts'

const problems = { ...serverProblems, ...pageProblems }

test('uses no words that the brand excludes', async () => {
  // The OAuth term for operators; people never read it.
  const term = 'Client authentication'
  const never = /\b(?:dApp|Web3|authenticat\w*|login|oops|please|invalid|error occurred)\b/i
  // The functions of these build sentences from their arguments; their own tests check the words.
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !/^(?:problems|rules\/sentences|rules\/reasons)\.|\.test\./.test(file),
  )
  const modules: unknown[] = await Promise.all(files.map((file) => import(`./${file}`)))
  assert.deepEqual(
    sentencesOf(modules).filter((sentence) => sentence !== term && never.test(sentence)),
    [],
  )
})

test('has no address in a heading', () => {
  const titles = Object.values(problems).map(({ title }) => title)
  assert.deepEqual(
    titles.filter((title) => title.includes('0x')),
    [],
  )
})

test('labels every retry as a retry', () => {
  const actions = ['Try again', 'I’ve done it', 'Open wallet', 'Get new code']
  const fromServer = errorCodes.map((code) => serverProblem(new AppError(code), 0))
  const fromWallets = errorRows.flatMap(({ verdict }) => (verdict.kind === 'problem' ? [verdict] : []))
  const wrong = [...fromServer, ...fromWallets]
    .filter(({ remedy }) => remedy === 'try_again' || remedy === 'wait')
    .filter(({ code }) => !actions.includes(wordsForProblem(code, '').action))
    .map(({ code }) => code)
  // These never meet a person inside the flow: the screens lead them to the sign-in page, or have a view of their own.
  const elsewhere = [
    ...['unauthenticated', 'session_expired', 'session_revoked'],
    ...['step_up_required', 'version_conflict', 'wallet_too_new', 'person_deleting', 'consent_required'],
  ]
  assert.deepEqual([...new Set(wrong)].filter((code) => !elsewhere.includes(code)).sort(), [])
})

test('capitalizes an unnamed wallet at the start of a sentence', () => {
  assert.deepEqual(wordsForProblem('wallet/offline', 'the wallet'), {
    title: 'The wallet is offline',
    body: 'Check the internet connection in the wallet, then try again.',
    action: 'Try again',
  })
})

test('names the network of a problem', () => {
  assert.equal(
    wordsForProblem('network_not_configured', '', 8453).title,
    'Smart accounts on Base can’t be checked here',
  )
  assert.equal(wordsForProblem('rpc_unavailable', '', 7_777_777).title, 'We can’t reach chain 7777777 right now')
  assert.equal(wordsForProblem('rpc_unavailable', '').title, 'We can’t reach this network right now')
})

test('takes its limits from the contract', () => {
  assert.equal(wordsForProblem('challenge_expired', '').title, 'That took longer than 10 minutes')
  assert.equal(wordsForProblem('server/slow', '').body, 'We stopped waiting after 30 seconds. Try again.')
})

/** Every sentence of a tree of words; those with a gap are filled with something plain. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return sentencesOf(value('MetaMask', 2, 2))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesOf) : []
}
