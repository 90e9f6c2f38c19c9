const SLUG = /^[a-z0-9](?:[a-z0-9._-]{0,46}[a-z0-9])?$/
const MOST = 48

/** A short name from a name: letters without their accents, the rest as hyphens. Empty where nothing is left. */
export function slugFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9._]+/g, '-')
  return trimEnds(trimEnds(plain).slice(0, MOST))
}

export function isSlug(value: string): boolean {
  return SLUG.test(value)
}

function trimEnds(text: string): string {
  return text.replace(/^[._-]+|[._-]+$/g, '')
}
