import type { Server } from 'node:http'
import type { BlockList } from 'node:net'
import { isLoopbackHost } from '@countersign/contract/host-name.ts'
import {
  CONNECTIONS_MAX,
  CONNECTIONS_PER_ADDRESS,
  SOCKET_IDLE_MS,
} from '@countersign/contract/limits/connection-limits.ts'
import { isTrusted, plain, subnetOf } from './client-ip.ts'

/** Limits connections per client. A proxy counts towards the total only. Idle connections are closed. */
export function limitConnections(server: Server, trusted: BlockList, idleMs = SOCKET_IDLE_MS): void {
  const open = new Map<string, number>()
  server.maxConnections = CONNECTIONS_MAX
  server.timeout = idleMs
  server.on('connection', (socket) => {
    const address = plain(socket.remoteAddress ?? '')
    if (address === '::1' || isLoopbackHost(address) || isTrusted(address, trusted)) return
    const network = subnetOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > CONNECTIONS_PER_ADDRESS) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
