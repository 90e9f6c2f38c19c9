import type { Piece, SetupFacts } from './facts.ts'
import { apacheValue } from './quote.ts'

/** mod_auth_openidc 2.4. */
export function apache({ issuer, clientId, secret, redirectUri, scope, idTokenAlg }: SetupFacts): Piece[] {
  const settings: [string, string][] = [
    ['OIDCProviderMetadataURL', `${issuer}/.well-known/openid-configuration`],
    ['OIDCClientID', clientId],
    ['OIDCClientSecret', secret],
    ['OIDCRedirectURI', redirectUri],
    ['OIDCScope', scope],
    ['OIDCPKCEMethod', 'S256'],
    ['OIDCIDTokenSignedResponseAlg', idTokenAlg],
    ['OIDCRemoteUserClaim', 'sub'],
  ]
  const lines = settings.map(([name, value]) => `${name} ${apacheValue(value)}`)
  const text = [
    ...lines,
    '# Make one with: openssl rand -hex 32',
    'OIDCCryptoPassphrase "CHOOSE_A_LONG_RANDOM_PHRASE"',
    '',
    '<Location "/">',
    '    AuthType openid-connect',
    '    Require valid-user',
    '</Location>',
  ]
  return [{ file: 'Virtual host', text: text.join('\n') }]
}
