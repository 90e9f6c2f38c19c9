import { apacheValue, envValue, iniValue } from './quote.ts'
import type { SetupFile, SetupValues } from './setup-values.ts'

/** Grafana 10.2 and newer. Roles are assigned in Grafana; without `skip_org_role_sync` each sign-in would reset them. */
export function grafana({ issuer, site, clientId, secret, address, postLogoutUri, scope }: SetupValues): SetupFile[] {
  const settings: [string, string][] = [
    ['enabled', 'true'],
    ['name', site],
    ['client_id', clientId],
    ['client_secret', secret],
    ['scopes', scope],
    ['auth_url', `${issuer}/authorize`],
    ['token_url', `${issuer}/token`],
    ['api_url', `${issuer}/userinfo`],
    ['use_pkce', 'true'],
    ['auth_style', 'InHeader'],
    ['login_attribute_path', 'preferred_username'],
    ['name_attribute_path', 'name'],
    ['groups_attribute_path', 'groups'],
    ['allow_sign_up', 'true'],
    ['skip_org_role_sync', 'true'],
  ]
  if (postLogoutUri) {
    const target = encodeURIComponent(postLogoutUri)
    settings.push(['signout_redirect_url', `${issuer}/end-session?post_logout_redirect_uri=${target}`])
  }
  const lines = settings.map(([name, value]) => `${name} = ${iniValue(value)}`)
  const text = ['[server]', `root_url = ${iniValue(address)}`, '', '[auth.generic_oauth]', ...lines].join('\n')
  return [{ file: 'grafana.ini', text }]
}

/** By the issuer: configured with single endpoints, Outline sends no PKCE challenge. */
export function outline({ issuer, site, clientId, secret, address, scope }: SetupValues): SetupFile[] {
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

/** mod_auth_openidc 2.4. */
export function apache({ issuer, clientId, secret, redirectUri, scope, idTokenAlg }: SetupValues): SetupFile[] {
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
    '# Generate with: openssl rand -hex 32',
    'OIDCCryptoPassphrase "CHOOSE_A_LONG_RANDOM_PHRASE"',
    '',
    '<Location "/">',
    '    AuthType openid-connect',
    '    Require valid-user',
    '</Location>',
  ]
  return [{ file: 'Virtual host', text: text.join('\n') }]
}
