/** A connection that speaks WebDriver BiDi: commands with their results, and events. */

export type Bidi = {
  send<T>(method: string, parameters?: Record<string, unknown>): Promise<T>
  onEvent(method: string, listener: (parameters: never) => void): void
}

type Message = { id?: number; result?: unknown; error?: string; message?: string; method?: string; params?: never }
type Command = { resolve(result: never): void; reject(error: Error): void }

export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url)
  const commands = new Map<number, Command>()
  const listeners = new Map<string, (parameters: never) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message, method, params }: Message = JSON.parse(data)
    if (method !== undefined) return listeners.get(method)?.(params as never) // an event has parameters
    const command = commands.get(id ?? 0)
    commands.delete(id ?? 0)
    if (error === undefined)
      command?.resolve(result as never) // the caller names the type
    else command?.reject(new Error(`${error}: ${message}`))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}.`)))
    socket.addEventListener('close', () => {
      for (const command of commands.values()) command.reject(new Error('The browser closed the connection.'))
    })
  })
  let last = 0
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        commands.set(++last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    onEvent: (method, listener) => void listeners.set(method, listener),
  }
}
