import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nav } from '../words/account/account.ts'
import { invite, recover } from '../words/entry.ts'
import { help, setup, signOut } from '../words/pages.ts'
import { phonePage } from '../words/phone-page.ts'
import { words } from '../words/words.ts'
import { findPageName } from './find-page-name.ts'

describe('findPageName', () => {
  test('names pages like their links and headings', () => {
    const expected = {
      '/home': nav.home,
      '/wallets': nav.wallets,
      '/apps': nav.apps,
      '/sessions': nav.sessions,
      '/activity': nav.activity,
      '/settings': nav.settings,
      '/admin': nav.admin,
      '/sign-in': words.signIn.title,
      '/sign-out': signOut.title,
      '/setup': setup.title,
      '/recover': recover.title,
      '/phone': phonePage.screen,
      '/invite/:token': invite.title,
      '/wallets/help': help.title,
    } as const
    for (const [page, name] of Object.entries(expected)) assert.equal(findPageName(page as keyof typeof expected), name)
  })

  test('names a page within another like that one', () => {
    assert.equal(findPageName('/wallets/:id'), nav.wallets)
    assert.equal(findPageName('/admin/groups/:id/:part'), nav.admin)
  })

  test('has a name for what is not a page', () => {
    assert.equal(findPageName(undefined), words.loading.title)
    assert.equal(findPageName('/problems/:code'), words.loading.title)
  })
})
