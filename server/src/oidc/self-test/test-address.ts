import type { Config } from '../../config.ts'

/** Our own page, where a test of an app comes back to. */
export function testAddress({ origin }: Pick<Config, 'origin'>): string {
  return `${origin}/app-test`
}
