import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import type { Preset } from '@countersign/contract/routes/admin/app.ts'
import type { AccessValues } from '../../../../components/admin/access-values.ts'
import { access as accessWords } from '../../../../words/admin.ts'
import { apps as words } from '../../../../words/admin-apps.ts'
import {
  newAppBody,
  newAppServerErrors,
  redirectOf,
  emptyApp as undecidedApp,
  validateNewApp,
  wantsHttp,
} from './new-app.ts'

const everyone: AccessValues = { access: 'everyone', groupIds: [] }
const emptyApp = (preset: Preset) => ({ ...undecidedApp(preset), access: everyone })

const grafana = { ...emptyApp('grafana'), address: 'grafana.example' }

test('proposes the redirect address until somebody writes another', () => {
  assert.equal(redirectOf(grafana), 'https://grafana.example/login/generic_oauth')
  assert.equal(redirectOf({ ...grafana, redirect: 'https://grafana.example/own' }), 'https://grafana.example/own')
  assert.equal(redirectOf({ ...grafana, redirect: '' }), '')
})

test('sends the preset with a name, where people come back to, and what follows from the address', () => {
  assert.deepEqual(newAppBody({ ...grafana, name: ' Dashboards ' }), {
    preset: 'grafana',
    kind: 'web',
    name: 'Dashboards',
    redirectUris: ['https://grafana.example/login/generic_oauth'],
    access: 'everyone',
    groupIds: [],
    launchUrl: 'https://grafana.example',
    postLogoutUris: ['https://grafana.example/login'],
  })
  assert.deepEqual(
    newAppBody({ ...emptyApp('other'), kind: 'native', name: 'Phone', redirect: 'com.example.app:/back' }),
    {
      preset: 'other',
      kind: 'native',
      name: 'Phone',
      redirectUris: ['com.example.app:/back'],
      access: 'everyone',
      groupIds: [],
    },
  )
})

test('has nothing against what is right', () => {
  assert.deepEqual(validateNewApp(grafana), {})
  assert.deepEqual(validateNewApp({ ...emptyApp('spa'), name: 'Page', redirect: 'http://localhost:5173/back' }), {})
})

test('says at the field what is missing', () => {
  assert.deepEqual(validateNewApp({ ...undecidedApp('grafana'), address: 'grafana.example' }), {
    access: accessWords.missing,
  })
  assert.deepEqual(validateNewApp({ ...emptyApp('grafana'), name: ' ' }), {
    name: words.nameMissing,
    address: words.addressMissing,
  })
  assert.deepEqual(validateNewApp({ ...emptyApp('other'), name: 'Mine' }), { redirect: words.redirectMissing })
})

test('asks before it takes http on a private network', () => {
  const local = { ...grafana, address: 'http://grafana.lan' }
  assert.equal(wantsHttp(local), true)
  assert.equal(wantsHttp(grafana), false)
  assert.deepEqual(validateNewApp(local), { redirect: words.uriProblems.private_http })
  const allowed = { ...local, allowHttp: true }
  assert.deepEqual(validateNewApp(allowed), {})
  const { allowHttp, postLogoutUris } = newAppBody(allowed)
  assert.deepEqual([allowHttp, postLogoutUris], [true, ['http://grafana.lan/login']])
})

test('names what is wrong with an address once, at the field somebody wrote', () => {
  assert.deepEqual(validateNewApp({ ...grafana, address: 'http://grafana.example' }), {
    redirect: words.uriProblems.needs_https,
  })
  assert.deepEqual(validateNewApp({ ...grafana, address: 'ftp://grafana' }), { address: words.uriProblems.not_a_url })
  assert.deepEqual(validateNewApp({ ...grafana, redirect: 'https://*.example/x' }), {
    redirect: words.uriProblems.wildcard,
  })
})

test('puts what the server refused at its field', () => {
  const fields = [
    { path: '/redirectUris/0', code: 'fragment' },
    { path: '/launchUrl', code: 'unheard_of' },
  ]
  assert.deepEqual(newAppServerErrors(new AppError('redirect_invalid', { fields })), {
    redirect: words.uriProblems.fragment,
    address: words.uriProblems.not_a_url,
  })
  assert.deepEqual(newAppServerErrors(new AppError('app_name_taken')), { name: 'Another app has this name' })
})
