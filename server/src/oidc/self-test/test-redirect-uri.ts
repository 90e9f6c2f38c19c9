import type { Config } from '../../config.ts'

/** The page of ours that receives the code of a self-test. */
export function testRedirectUri({ origin }: Pick<Config, 'origin'>): string {
  return `${origin}/app-test`
}
