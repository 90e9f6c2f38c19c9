import type { Route } from 'playwright-core'
import type { TestUser } from './test-user.ts'

/** Aborts the next request with this method and path. */
export function abortNextRequest(user: TestUser, path: string, method: string): Promise<void> {
  return interceptNextRequest(user, path, method, (route) => route.abort())
}

/** Holds the next request with this method and path until the returned function is called. */
export async function holdNextRequest(user: TestUser, path: string, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await interceptNextRequest(user, path, method, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

async function interceptNextRequest(
  { context }: TestUser,
  path: string,
  method: string,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let intercepted = false
  await context.route(path, (route) => {
    if (intercepted || route.request().method() !== method) return route.fallback()
    intercepted = true
    return handle(route)
  })
}
