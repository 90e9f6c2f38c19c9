/** Idle connections are closed after this. */
export const SOCKET_IDLE_MS = 120_000
/** Open connections of one IP address or IPv6 subnet, except for trusted proxies. */
export const CONNECTIONS_PER_ADDRESS = 256
/** Sockets of the whole server; they need a few hundred megabytes of memory. */
export const CONNECTIONS_MAX = 20_000
