import type { Server } from 'node:http'
import { isLoopbackHost } from '@countersign/contract/host/host-name.ts'
import {
  CONNECTIONS_MAX,
  CONNECTIONS_PER_ADDRESS,
  SOCKET_IDLE_MS,
} from '@countersign/contract/limits/connection-limits.ts'
import { normalizeIp } from '../ip-address.ts'
import { subnetOf } from './request/client-ip.ts'
import type { TrustedProxies } from './request/trusted-proxies.ts'

/** Limits connections per client. A proxy counts towards the total only. Idle connections are closed. */
export function limitConnections(server: Server, trusted: TrustedProxies, idleMs = SOCKET_IDLE_MS): void {
  const open = new Map<string, number>()
  server.maxConnections = CONNECTIONS_MAX
  server.timeout = idleMs
  server.on('connection', (socket) => {
    const address = normalizeIp(socket.remoteAddress ?? '')
    if (address === '::1' || isLoopbackHost(address) || trusted.has(address)) return
    const subnet = subnetOf(address)
    const count = (open.get(subnet) ?? 0) + 1
    if (count > CONNECTIONS_PER_ADDRESS) return void socket.destroy()
    open.set(subnet, count)
    socket.once('close', () => {
      const left = (open.get(subnet) ?? 1) - 1
      if (left > 0) open.set(subnet, left)
      else open.delete(subnet)
    })
  })
}
