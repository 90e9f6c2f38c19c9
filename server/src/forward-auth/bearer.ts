import { HOST_TOKEN_PREFIX } from '@countersign/contract/host/host-name.ts'
import { RATE_HOST_TOKENS_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { isOverRate, tryTakeRate } from '../platform/http/request/client-ip.ts'
import { send } from '../platform/http/send-response.ts'
import type { HostRecord } from './hosts/host.store.ts'
import { verifyHostToken } from './hosts/host-token.ts'
import { tokenHeaders } from './identity.ts'
import type { ForwardedRequest } from './read-request.ts'
import { sendToVisitor } from './send.ts'

/** Spaces and tabs only: proxies, which remove our tokens, do not know the spaces of Unicode. */
const TOKEN = new RegExp(`^bearer[ \\t]+(${HOST_TOKEN_PREFIX}.*)$`, 'is')

/** Undefined for any other `Authorization` header, which is for the site. */
export function readBearer(authorization = ''): string | undefined {
  return TOKEN.exec(authorization)?.[1]
}

/** Never redirects to the sign-in. After too many invalid tokens, valid ones are rejected as well. */
export async function serveBearer(
  context: Context,
  exchange: Exchange,
  { host, forwarded, token }: { host: HostRecord; forwarded: ForwardedRequest; token: string },
): Promise<void> {
  const { ip } = exchange
  if (isOverRate(context, 'host-token', ip, RATE_HOST_TOKENS_PER_ADDRESS))
    return reject(exchange, forwarded.viaNginx ? 401 : 429)
  const found = await verifyHostToken(context, host.id, token)
  if (found) return send(exchange, 200, { headers: tokenHeaders(found, host.headers) })
  // Only wrong tokens count.
  tryTakeRate(context, 'host-token', ip, RATE_HOST_TOKENS_PER_ADDRESS)
  reject(exchange, 401)
}

/** nginx accepts no error status but 401 and 403. */
function reject(exchange: Exchange, status: 401 | 429): void {
  const headers: Record<string, string> = { 'WWW-Authenticate': 'Bearer realm="Countersign", error="invalid_token"' }
  if (status === 429) headers['Retry-After'] = '60'
  sendToVisitor(
    exchange,
    status,
    headers,
    status === 429 ? 'Too many invalid tokens.' : 'This token is not valid here.',
  )
}
