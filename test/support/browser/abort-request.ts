import type { TestUser } from './test-user.ts'

/** The next call with this method gets no answer, whatever else is asked for at its address before. */
export async function abortNextRequest({ context }: TestUser, path: string, method: string): Promise<void> {
  let lost = false
  await context.route(path, (route) => {
    if (lost || route.request().method() !== method) return route.fallback()
    lost = true
    return route.abort()
  })
}
