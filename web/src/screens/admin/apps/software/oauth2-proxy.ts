import type { Piece, SetupFacts } from './facts.ts'
import { shellWord } from './quote.ts'

/** Email addresses are synthetic and unverified, which it has to accept. */
export function oauth2Proxy({ issuer, site, clientId, secret, redirectUri, scope }: SetupFacts): Piece[] {
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
    { file: 'Once, and kept', text: "COOKIE_SECRET=$(openssl rand -base64 32 | tr -- '+/' '-_')" },
    { file: 'Command line', text: command.join(' \\\n  ') },
  ]
}
