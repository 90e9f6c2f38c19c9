import type { TestUser } from './test-user.ts'

/** Aborts the next request with this method and path. */
export async function abortNextRequest({ context }: TestUser, path: string, method: string): Promise<void> {
  let lost = false
  await context.route(path, (route) => {
    if (lost || route.request().method() !== method) return route.fallback()
    lost = true
    return route.abort()
  })
}
