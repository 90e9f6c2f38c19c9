import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { hostPatternSchema } from '@countersign/contract/schemas/admin/host.ts'
import type { AccessValues } from '../../../components/admin/access-values.ts'
import { access as accessWords } from '../../../words/admin/admin.ts'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { hostNameForm, normalizeHost } from './host-values.ts'

const everyone: AccessValues = { access: 'everyone', groupIds: [] }
const values = (host: string, name?: string, access = everyone) => ({ host, name, access })

test('extracts the host from a pasted URL', () => {
  const typed = ['https://Wiki.Example/start?x=1', 'wiki.example:443', 'http://localhost:80', 'wiki.example:8443']
  assert.deepEqual(typed.map(normalizeHost), ['wiki.example', 'wiki.example', 'localhost', 'wiki.example:8443'])
})

test('names a host after itself until a name is entered', () => {
  assert.equal(hostNameForm.body(values('https://wiki.example/')).name, 'wiki.example')
  assert.equal(hostNameForm.body(values('wiki.example', ' Wiki ')).name, 'Wiki')
  assert.equal(hostNameForm.body(values('wiki.a-very-long-department.example')).name, 'wiki')
})

test('rejects the same hosts as the server', () => {
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
    const refused = hostNameForm.validate(values(host, 'Name')).host
    assert.equal(refused === undefined, hostPatternSchema.safeParse(host).success, host)
  }
})

test('reports each problem once, at its field', () => {
  assert.deepEqual(hostNameForm.validate(values('*')), { host: words.hostWrong })
  assert.deepEqual(hostNameForm.validate(values('*', '')), { host: words.hostWrong, name: words.nameWrong(32) })
  assert.deepEqual(hostNameForm.validate(values('wiki.example')), {})
  const undecided = { access: undefined, groupIds: [] }
  assert.deepEqual(hostNameForm.validate(values('wiki.example', 'Wiki', undecided)), { access: accessWords.missing })
})

test('shows a server error at its field', () => {
  assert.deepEqual(hostNameForm.serverErrors(new AppError('host_taken')), { host: words.hostTaken })
  const fields = [{ path: '/host', code: 'not_canonical' }]
  assert.deepEqual(hostNameForm.serverErrors(new AppError('invalid_body', { fields })), { host: words.hostWrong })
  const own = [{ path: '/host', code: 'own_host' }]
  assert.deepEqual(hostNameForm.serverErrors(new AppError('invalid_body', { fields: own })), { host: words.hostOwn })
})
