import { type Piece, PROVIDER, type SetupFacts } from './facts.ts'
import { shellWord } from './quote.ts'

/** The app user_oidc, which Nextcloud itself looks after. */
export function nextcloud({ issuer, clientId, secret, scope }: SetupFacts): Piece[] {
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
