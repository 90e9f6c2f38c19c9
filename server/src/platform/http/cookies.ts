const NAMES = { session: 'cs', browser: 'cs_pre', look: 'cs_ui', device: 'cs_dev' } as const

type CookieName = keyof typeof NAMES

export type CookieJar = {
  get(name: CookieName): string | undefined
  set(name: 'session' | 'browser' | 'device', value: string, maxAgeMs?: number): void
  clear(name: 'session'): void
  changes(): string[]
}

export function cookieName(name: CookieName, secure: boolean): string {
  return secure && name !== 'look' ? `__Host-${NAMES[name]}` : NAMES[name]
}

export function openCookieJar(header: string | undefined, secure: boolean): CookieJar {
  const changes = new Map<string, string>()
  const nameOf = (name: CookieName) => cookieName(name, secure)
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    get: (name) => readCookie(header, nameOf(name)),
    set(name, value, maxAgeMs) {
      const life = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`
      changes.set(name, `${nameOf(name)}=${value}${attributes}${life}`)
    },
    clear: (name) => void changes.set(name, `${nameOf(name)}=${attributes}; Max-Age=0`),
    changes: () => [...changes.values()],
  }
}

/** Returns the first cookie of that name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  const start = `${name}=`
  for (let at = header.indexOf(start); at >= 0; at = header.indexOf(start, at + 1)) {
    if (!beginsAt(header, at)) continue
    const end = header.indexOf(';', at)
    return header.slice(at + start.length, end < 0 ? undefined : end).trimEnd()
  }
  return undefined
}

/** Another host can set a cookie whose value contains our name, so only semicolons separate cookies. */
function beginsAt(header: string, at: number): boolean {
  let before = at - 1
  while (header[before] === ' ' || header[before] === '\t') before--
  return before < 0 || header[before] === ';'
}
