import { type Piece, PROVIDER, type SetupFacts } from './facts.ts'
import { shellWord } from './quote.ts'

/** Its name for us is part of the redirect address, so it cannot be chosen there anew. */
export function gitea({ issuer, clientId, secret, redirectUri, scope }: SetupFacts): Piece[] {
  const name = /\/user\/oauth2\/([^/]+)\/callback$/.exec(redirectUri)?.[1] ?? PROVIDER
  const command = [
    'forgejo admin auth add-oauth',
    '--provider=openidConnect',
    `--name=${shellWord(decoded(name))}`,
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

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
