import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { type FormRules, withoutUndefined } from '../../../forms/form.ts'
import { normalizeText } from '../../../forms/typed-text.ts'
import { groups as words } from '../../../words/admin/groups.ts'

const SLUG = /^[a-z0-9](?:[a-z0-9._-]{0,46}[a-z0-9])?$/
const SLUG_MAX = 48

/** `slug` is undefined while it follows the name. */
export type GroupValues = { name: string; slug: string | undefined }

export const newGroup: GroupValues = { name: '', slug: undefined }

export const groupForm = {
  body: (values) => ({ name: normalizeText(values.name), slug: slugOf(values) }),
  validate(values) {
    const name = normalizeText(values.name)
    const slug = slugOf(values)
    const isNamed = isName(name, LABEL_MAX)
    // A default from an invalid name would only repeat the error.
    const isValid = SLUG.test(slug) || (!isNamed && values.slug === undefined)
    return withoutUndefined({
      name: isNamed ? undefined : name === '' ? words.nameMissing : words.nameWrong(LABEL_MAX),
      slug: isValid ? undefined : words.slugWrong,
    })
  },
  serverErrors: ({ code }) => (code === 'slug_taken' ? { slug: words.slugTaken } : {}),
} satisfies FormRules<GroupValues>

export function slugOf({ name, slug }: GroupValues): string {
  return slug ?? slugFrom(name)
}

export function slugFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9._]+/g, '-')
  return trimEnds(trimEnds(plain).slice(0, SLUG_MAX))
}

function trimEnds(text: string): string {
  return text.replace(/^[._-]+|[._-]+$/g, '')
}
