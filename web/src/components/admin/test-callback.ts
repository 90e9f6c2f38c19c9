/** What a test of an app's sign-in comes back with, and which app it was. */

const KEY = 'countersign.app-test'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** In this tab alone: the test ends where it began. */
export function rememberTest(app: TestedApp, store: Kept = sessionStorage): void {
  store.setItem(KEY, `${app.id} ${app.name}`)
}

export type TestedApp = { id: string; name: string }

export type BroughtBack = {
  app: TestedApp
  body: {
    state: string
    code?: string | undefined
    iss?: string | undefined
    error?: string | undefined
    errorDescription?: string | undefined
  }
}

export function readBroughtBack(search: string, store: Kept = sessionStorage): BroughtBack | undefined {
  const [id, ...name] = store.getItem(KEY)?.split(' ') ?? []
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (id === undefined || state === null) return undefined
  const told = (name: string) => query.get(name) ?? undefined
  return {
    app: { id, name: name.join(' ') },
    body: {
      state,
      code: told('code'),
      iss: told('iss'),
      error: told('error'),
      errorDescription: told('error_description'),
    },
  }
}

/** Whoever runs the test said no: nothing is wrong with the app. */
export function isDeclined({ body }: BroughtBack): boolean {
  return body.error === 'access_denied' && body.errorDescription === 'user_declined'
}

/** A code is good for one exchange, so what came back is read once. */
export function forgetTest(store: Kept = sessionStorage): void {
  store.removeItem(KEY)
}
