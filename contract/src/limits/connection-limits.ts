/** How many connections the server takes, and for how long. */

/** A connection on which nothing was read or written for so long is cut. */
export const SOCKET_IDLE_MS = 120_000
/** Open connections of one address or IPv6 network, and of all together; a trusted proxy is not one address. */
export const CONNECTIONS_PER_ADDRESS = 256
/** Sockets of the whole server; memory for them is a few hundred megabytes. */
export const CONNECTIONS_MAX = 20_000
