/** Programs that come with a token of the host in `Authorization`. */

import { RATE_HOST_TOKENS_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import { HOST_TOKEN_PREFIX } from '@countersign/contract/routes/admin/host-token.ts'
import type { Context } from '../context.ts'
import { subnetOf } from '../platform/http/client-ip.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { HostRecord } from './hosts/host.store.ts'
import { useToken } from './hosts/host-token.ts'
import { tokenHeaders } from './identity.ts'
import type { Asked } from './read-request.ts'
import { send } from './send.ts'

const TOKEN = new RegExp(`^bearer\\s+(${HOST_TOKEN_PREFIX}.*)$`, 'is')

/** Undefined for every other `Authorization`: that one is for the site. */
export function readBearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : TOKEN.exec(authorization)?.[1]
}

type Given = { host: HostRecord; asked: Asked; token: string }

/** Passes or is refused, and is never sent to sign in. Who failed too often waits, whatever they bring. */
export async function serveBearer(context: Context, exchange: Exchange, { host, asked, token }: Given): Promise<void> {
  const { response } = exchange
  const key = `host-token:${subnetOf(exchange.ip)}`
  if (context.rates.isEmpty(key, RATE_HOST_TOKENS_PER_ADDRESS)) return refuse(exchange, asked.viaNginx ? 401 : 429)
  const found = await useToken(context, host, token)
  if (found) return void response.writeHead(200, tokenHeaders(found, host.headers)).end()
  context.rates.isDue(key, RATE_HOST_TOKENS_PER_ADDRESS)
  refuse(exchange, 401)
}

/** nginx takes no other status than 401 and 403. */
function refuse({ response }: Exchange, status: 401 | 429): void {
  const headers: Record<string, string> = { 'WWW-Authenticate': 'Bearer realm="Countersign", error="invalid_token"' }
  if (status === 429) headers['Retry-After'] = '60'
  send(response, status, headers, status === 429 ? 'Too many invalid tokens.' : 'This token is not valid here.')
}
