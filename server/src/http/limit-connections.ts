import type { Server } from 'node:http'
import type { BlockList } from 'node:net'
import { CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS, SOCKET_IDLE_MS } from '@countersign/contract/connection-limits.ts'
import { isLoopbackHost } from '@countersign/contract/host.ts'
import { isTrusted, networkOf, plain } from './client-address.ts'

/**
 * Nobody keeps the server from serving others by connections alone. A proxy of ours, or one on this
 * computer, speaks for many, so only all connections together are limited there. One on which nothing moves is cut: its client reads nothing, or is gone.
 */
export function limitConnections(server: Server, trusted: BlockList): void {
  const open = new Map<string, number>()
  server.maxConnections = CONNECTIONS_MAX
  server.timeout = SOCKET_IDLE_MS
  server.on('connection', (socket) => {
    const address = plain(socket.remoteAddress ?? '')
    if (address === '::1' || isLoopbackHost(address) || isTrusted(address, trusted)) return
    const network = networkOf(address)
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
