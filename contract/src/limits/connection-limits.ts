/** Limits of connections. */

/** Idle connections are closed after this. */
export const SOCKET_IDLE_MS = 120_000
/** Open connections of one IP address or IPv6 subnet, except for trusted proxies. */
export const CONNECTIONS_PER_ADDRESS = 256
/** Sockets of the whole server; memory for them is a few hundred megabytes. */
export const CONNECTIONS_MAX = 20_000
