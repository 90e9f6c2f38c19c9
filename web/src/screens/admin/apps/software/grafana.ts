import type { Piece, SetupFacts } from './facts.ts'
import { iniValue } from './quote.ts'

/**
 * Grafana 10.2 and newer. It ends our session only if it may name where to come back to. Roles are given in Grafana,
 * which would take them away at the next sign-in if it looked for them here.
 */
export function grafana({ issuer, site, clientId, secret, address, postLogoutUri, scope }: SetupFacts): Piece[] {
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
    const back = encodeURIComponent(postLogoutUri)
    settings.push(['signout_redirect_url', `${issuer}/end-session?post_logout_redirect_uri=${back}`])
  }
  const lines = settings.map(([name, value]) => `${name} = ${iniValue(value)}`)
  const text = ['[server]', `root_url = ${iniValue(address)}`, '', '[auth.generic_oauth]', ...lines].join('\n')
  return [{ file: 'grafana.ini', text }]
}
