const NAMES = { session: 'cs', browser: 'cs_pre', look: 'cs_ui', device: 'cs_dev' } as const

type CookieName = keyof typeof NAMES

export function cookieName(name: CookieName, secure: boolean): string {
  return secure && name !== 'look' ? `__Host-${NAMES[name]}` : NAMES[name]
}

/** A class, since one is opened for every request. */
export class CookieJar {
  readonly #header: string | undefined
  readonly #secure: boolean
  #changes: Map<string, string> | undefined

  constructor(header: string | undefined, secure: boolean) {
    this.#header = header
    this.#secure = secure
  }

  get(name: CookieName): string | undefined {
    return readCookie(this.#header, cookieName(name, this.#secure))
  }

  set(name: 'session' | 'browser' | 'device', value: string, maxAgeMs?: number): void {
    this.#change(name, value, maxAgeMs)
  }

  clear(name: 'session'): void {
    this.#change(name, '', 0)
  }

  changes(): Iterable<string> {
    return this.#changes?.values() ?? []
  }

  #change(name: CookieName, value: string, maxAgeMs?: number): void {
    this.#changes ??= new Map()
    this.#changes.set(name, writeCookie(cookieName(name, this.#secure), value, { secure: this.#secure, maxAgeMs }))
  }
}

type Attributes = { secure: boolean; maxAgeMs?: number | undefined }

/** Without `maxAgeMs` it ends with the browser session. */
export function writeCookie(name: string, value: string, { secure, maxAgeMs }: Attributes): string {
  const life = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${life}`
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
  while (before >= 0 && isBlank(header.charCodeAt(before))) before--
  return before < 0 || header.charCodeAt(before) === SEMICOLON
}

const SEMICOLON = ';'.charCodeAt(0)

/** A space or a tab. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
