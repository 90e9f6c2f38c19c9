import type { Piece, SetupFacts } from './facts.ts'
import { envValue } from './quote.ts'

/** By the issuer alone: with single addresses it sends no code challenge and is refused. */
export function outline({ issuer, site, clientId, secret, address, scope }: SetupFacts): Piece[] {
  const settings: [string, string][] = [
    ['URL', address],
    ['OIDC_CLIENT_ID', clientId],
    ['OIDC_CLIENT_SECRET', secret],
    ['OIDC_ISSUER_URL', issuer],
    ['OIDC_USERNAME_CLAIM', 'preferred_username'],
    ['OIDC_DISPLAY_NAME', site],
    ['OIDC_SCOPES', scope],
  ]
  return [{ file: '.env', text: settings.map(([name, value]) => `${name}=${envValue(value)}`).join('\n') }]
}
