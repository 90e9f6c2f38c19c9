import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { slugSchema } from '@countersign/contract/schemas/admin/group.ts'
import { groups as words } from '../../../words/admin/groups.ts'
import { groupForm, slugFrom } from './group-values.ts'

test('derives the short name from the name', () => {
  const names = ['Staff', ' Büro & Straße ', 'Équipe n° 1', '.net_devs.', '東京', '--', `${'a'.repeat(47)} b`]
  assert.deepEqual(names.map(slugFrom), ['staff', 'buro-strasse', 'equipe-n-1', 'net_devs', '', '', 'a'.repeat(47)])
  assert.deepEqual(groupForm.body({ name: ' Staff ', slug: undefined }), { name: 'Staff', slug: 'staff' })
  assert.deepEqual(groupForm.body({ name: 'Staff', slug: 'crew' }), { name: 'Staff', slug: 'crew' })
})

test('accepts the same short names as the server', () => {
  const isValidSlug = (slug: string) => groupForm.validate({ name: 'Staff', slug }).slug === undefined
  const slugs = ['staff', 'a', 'a.b_c-d', '-a', 'a-', 'A', '', 'a'.repeat(48), 'a'.repeat(49), 'ä']
  assert.deepEqual(
    slugs.map(isValidSlug),
    slugs.map((slug) => slugSchema.safeParse(slug).success),
  )
  assert.ok(['Staff', 'Büro & Straße', `${'a'.repeat(47)} b`].every((name) => isValidSlug(slugFrom(name))))
})

test('reports each problem once, at its field', () => {
  assert.deepEqual(groupForm.validate({ name: ' ', slug: undefined }), { name: words.nameMissing })
  assert.deepEqual(groupForm.validate({ name: ' ', slug: '-' }), { name: words.nameMissing, slug: words.slugWrong })
  assert.deepEqual(groupForm.validate({ name: '東京', slug: undefined }), { slug: words.slugWrong })
  assert.deepEqual(groupForm.serverErrors(new AppError('slug_taken')), { slug: words.slugTaken })
})

test('counts people by how they are in the group', () => {
  assert.equal(words.memberCount(3, null), '3')
  assert.equal(words.memberCount(0, 25), '25 (by rule)')
  assert.equal(words.memberCount(3, 25), '3 added, 25 by rule')
})
