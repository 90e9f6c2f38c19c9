import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import { hostPatternSchema } from '@countersign/contract/routes/admin/host.ts'
import type { AccessDraft } from '../../../components/admin/access-values.ts'
import { access as accessWords } from '../../../words/en.admin.ts'
import { hosts as words } from '../../../words/en.admin-hosts.ts'
import { hostOf, nameOf, refusalsOf, serverRefusals } from './host-values.ts'

const everyone: AccessDraft = { access: 'everyone', groupIds: [] }
const draft = (host: string, name?: string, access = everyone) => ({ host, name, access })

test('takes the host out of what is copied from the address bar', () => {
  const typed = ['https://Wiki.Example/start?x=1', 'wiki.example:443', 'http://localhost:80', 'wiki.example:8443']
  assert.deepEqual(typed.map(hostOf), ['wiki.example', 'wiki.example', 'localhost', 'wiki.example:8443'])
})

test('calls a host by itself until somebody names it', () => {
  assert.equal(nameOf(draft('https://wiki.example/')), 'wiki.example')
  assert.equal(nameOf(draft('wiki.example', ' Wiki ')), 'Wiki')
  assert.equal(nameOf(draft('wiki.a-very-long-department.example')), 'wiki')
})

test('refuses what is no whole name of a host, as the server does', () => {
  for (const host of [
    'wiki.example',
    'localhost:8080',
    '*.example',
    '*.example.com',
    'a.*.example.com',
    'wiki_.example',
    'a b',
    '',
    '-a.example',
    'ä.example',
  ]) {
    const refused = refusalsOf(draft(host, 'Name')).host
    assert.equal(refused === undefined, hostPatternSchema.safeParse(host).success, host)
  }
})

test('says what is wrong once, at its field', () => {
  assert.deepEqual(refusalsOf(draft('*')), { host: words.hostWrong })
  assert.deepEqual(refusalsOf(draft('*', '')), { host: words.hostWrong, name: words.nameWrong(32) })
  assert.deepEqual(refusalsOf(draft('wiki.example')), {})
  const undecided = { access: undefined, groupIds: [] }
  assert.deepEqual(refusalsOf(draft('wiki.example', 'Wiki', undecided)), { access: accessWords.missing })
})

test('puts what the server refused at its field', () => {
  assert.deepEqual(serverRefusals(new AppError('host_taken')), { host: words.hostTaken })
  const fields = [{ path: '/host', code: 'not_canonical' }]
  assert.deepEqual(serverRefusals(new AppError('invalid_body', { fields })), { host: words.hostWrong })
  const own = [{ path: '/host', code: 'own_host' }]
  assert.deepEqual(serverRefusals(new AppError('invalid_body', { fields: own })), { host: words.hostOwn })
  assert.deepEqual(serverRefusals(undefined), {})
})
