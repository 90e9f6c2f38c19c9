import type { BodyOf } from '@countersign/contract/route.ts'
import type { finishAppTest } from '@countersign/contract/routes/admin/app.ts'

const KEY = 'countersign.app-test'

type TestStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stored for this tab, since a test ends in the tab it started in. */
export function rememberTest(app: TestedApp, store: TestStorage = sessionStorage): void {
  store.setItem(KEY, `${app.id} ${app.name}`)
}

export type TestedApp = { id: string; name: string }

export type TestCallback = { app: TestedApp; body: BodyOf<typeof finishAppTest> }

export function readTestCallback(search: string, store: TestStorage = sessionStorage): TestCallback | undefined {
  const [id, ...name] = store.getItem(KEY)?.split(' ') ?? []
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (id === undefined || state === null) return undefined
  const param = (name: string) => query.get(name) ?? undefined
  return {
    app: { id, name: name.join(' ') },
    body: {
      state,
      code: param('code'),
      iss: param('iss'),
      error: param('error'),
      errorDescription: param('error_description'),
    },
  }
}

/** The tester declined consent, which is not an error of the app. */
export function isDeclined({ body }: TestCallback): boolean {
  return body.error === 'access_denied' && body.errorDescription === 'user_declined'
}

/** An authorization code works once, so the response is read once. */
export function forgetTest(store: TestStorage = sessionStorage): void {
  store.removeItem(KEY)
}
