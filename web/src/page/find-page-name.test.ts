import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account } from '../words/account/account.ts'
import { entry } from '../words/entry.ts'
import { pages } from '../words/pages.ts'
import { words } from '../words/words.ts'
import { findPageName } from './find-page-name.ts'

describe('findPageName', () => {
  test('names pages like their links and headings', () => {
    const { nav } = account
    const expected = {
      '/home': nav.home,
      '/wallets': nav.wallets,
      '/apps': nav.apps,
      '/sessions': nav.sessions,
      '/activity': nav.activity,
      '/settings': nav.settings,
      '/admin': nav.admin,
      '/sign-in': words.signIn.title,
      '/sign-out': pages.signOut.title,
      '/setup': pages.setup.title,
      '/recover': entry.recover.title,
      '/invite/:token': entry.invite.title,
      '/wallets/help': pages.help.title,
    } as const
    for (const [page, name] of Object.entries(expected)) assert.equal(findPageName(page as keyof typeof expected), name)
  })

  test('names a page within another like that one', () => {
    assert.equal(findPageName('/wallets/:id'), account.nav.wallets)
    assert.equal(findPageName('/admin/groups/:id/:part'), account.nav.admin)
  })

  test('has a name for what is not a page', () => {
    assert.equal(findPageName(undefined), words.loading.title)
    assert.equal(findPageName('/problems/:code'), words.loading.title)
  })
})
