import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppLink } from './app-link.ts'

for (const link of [
  'https://link.metamask.io',
  'https://wallet.example/open?url=https%3A%2F%2Fid.example',
  'metamask://',
  'trust://wc',
  'okx://wallet/dapp/url?dappUrl=x',
  'intent://browse/x#Intent;scheme=phantom;package=app.phantom;end',
])
  test(`isAppLink accepts ${link}`, () => assert.equal(isAppLink(link), true))

for (const link of [
  '',
  'metamask',
  'metamask:',
  'http://wallet.example',
  'javascript://%0aalert(1)',
  'JavaScript://%0aalert(1)',
  'data://text/html,x',
  'blob://x',
  'file:///etc/passwd',
  'view-source://x',
  'https://',
  'https://a b',
  'metamask://\u202ex',
  ' https://wallet.example',
])
  test(`isAppLink rejects ${JSON.stringify(link)}`, () => assert.equal(isAppLink(link), false))
