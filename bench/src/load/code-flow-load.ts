import { createHash, randomBytes } from 'node:crypto'
import { type Answer, type Connection, locationOf, writeRequest } from './http-client.ts'
import { newVisitor, type SystemName } from './systems.ts'

/** The same for every system: the in-memory adapter of oidc-provider holds a thousand entries. */
export const PEOPLE = 64

export const BENCH_APP = {
  clientId: 'bench-app',
  secret: 'a-secret-of-the-bench-alone-of-43-characters',
  redirectUri: 'https://app.example/callback',
}

/** Better Auth has no wallet and groups scopes. */
export const BENCH_SCOPES = { 'oidc-provider': 'openid profile wallet groups', 'better-auth': 'openid profile' }

type Endpoints = { base: string; scope: string }

const oidcProvider: Endpoints = { base: '/oidc', scope: BENCH_SCOPES['oidc-provider'] }
const endpoints: Partial<Record<SystemName, Endpoints>> = {
  countersign: oidcProvider,
  'oidc-memory': oidcProvider,
  'better-auth': { base: '/api/auth/oauth2', scope: BENCH_SCOPES['better-auth'] },
}

export async function codeFlow(
  connection: Connection,
  { system, port, cookie }: { system: SystemName; port: number; cookie: string },
): Promise<void> {
  const { base, scope } = endpoints[system] ?? oidcProvider
  const { clientId, secret, redirectUri } = BENCH_APP
  const visitor = newVisitor()
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const headers = { ...visitor, Cookie: cookie, Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }
  const authorized = await connection.send(
    writeRequest({ method: 'GET', path: `${base}/authorize?${query}`, port, headers }),
  )
  const redeemed = await connection.send(
    writeRequest({
      method: 'POST',
      path: `${base}/token`,
      port,
      headers: {
        ...visitor,
        Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      form: {
        grant_type: 'authorization_code',
        code: codeIn(authorized),
        redirect_uri: redirectUri,
        code_verifier: verifier,
      },
    }),
  )
  const { access_token: token, id_token: idToken } = readJson(redeemed)
  if (idToken === undefined) throw new Error(`No ID token: ${redeemed.body}`)
  const bearer = { ...visitor, Authorization: `Bearer ${token}` }
  const info = readJson(
    await connection.send(writeRequest({ method: 'GET', path: `${base}/userinfo`, port, headers: bearer })),
  )
  if (info.name === undefined || info.sub === undefined) throw new Error(`No name in userinfo: ${JSON.stringify(info)}`)
}

function codeIn(answer: Answer): string {
  const location = locationOf(answer)
  const code = location.href.startsWith(`${BENCH_APP.redirectUri}?`) && location.searchParams.get('code')
  if (!code) throw new Error(`No code: ${answer.head}\n${answer.body}`)
  return code
}

function readJson(answer: Answer): Record<string, unknown> {
  if (answer.status !== 200) throw new Error(`Rejected: ${answer.head}\n${answer.body}`)
  return JSON.parse(answer.body)
}
