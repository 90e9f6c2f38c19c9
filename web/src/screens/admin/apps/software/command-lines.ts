import { shellWord } from './quote.ts'
import { PROVIDER, type SetupFile, type SetupValues } from './setup-values.ts'

export function nextcloud({ issuer, clientId, secret, scope }: SetupValues): SetupFile[] {
  const provider = [
    `php occ user_oidc:provider ${PROVIDER}`,
    `--clientid=${clientId}`,
    `--clientsecret=${secret}`,
    `--discoveryuri=${shellWord(`${issuer}/.well-known/openid-configuration`)}`,
    `--scope=${shellWord(scope)}`,
    '--mapping-uid=sub',
    '--mapping-display-name=name',
    '--mapping-email=email',
    '--send-id-token-hint=1',
    ...(scope.split(' ').includes('groups') ? ['--mapping-groups=groups', '--group-provisioning=1'] : []),
  ]
  return [{ file: 'Command line', text: `php occ app:install user_oidc\n${provider.join(' \\\n  ')}` }]
}

/** Allows unverified email addresses, because ours are synthetic. */
export function oauth2Proxy({ issuer, site, clientId, secret, redirectUri, scope }: SetupValues): SetupFile[] {
  const command = [
    'oauth2-proxy',
    '--provider=oidc',
    `--provider-display-name=${shellWord(site)}`,
    `--oidc-issuer-url=${shellWord(issuer)}`,
    `--client-id=${clientId}`,
    `--client-secret=${secret}`,
    `--redirect-url=${shellWord(redirectUri)}`,
    '--code-challenge-method=S256',
    `--scope=${shellWord(scope)}`,
    "--email-domain='*'",
    '--insecure-oidc-allow-unverified-email=true',
    '--cookie-secret="$COOKIE_SECRET"',
    '--upstream=http://127.0.0.1:8080',
  ]
  return [
    { file: 'Cookie secret (generate once)', text: "COOKIE_SECRET=$(openssl rand -base64 32 | tr -- '+/' '-_')" },
    { file: 'Command line', text: command.join(' \\\n  ') },
  ]
}

/** The name of the provider is part of the redirect URI. */
export function gitea({ issuer, clientId, secret, redirectUri, scope }: SetupValues): SetupFile[] {
  const name = /\/user\/oauth2\/([^/]+)\/callback$/.exec(redirectUri)?.[1] ?? PROVIDER
  const command = [
    'forgejo admin auth add-oauth',
    '--provider=openidConnect',
    `--name=${shellWord(decodePart(name))}`,
    `--key=${clientId}`,
    `--secret=${secret}`,
    `--auto-discover-url=${shellWord(`${issuer}/.well-known/openid-configuration`)}`,
    `--scopes=${shellWord(scope)}`,
    ...(scope.split(' ').includes('groups') ? ['--group-claim-name=groups'] : []),
  ]
  const settings = ['[oauth2_client]', 'ENABLE_AUTO_REGISTRATION = true']
  return [
    { file: 'Command line', text: command.join(' \\\n  ') },
    { file: 'app.ini', text: settings.join('\n') },
  ]
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
