import type { Context } from '../context.ts'
import { sendEmpty } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { readInstance } from '../setting/instance.ts'

/** The process answers. */
export function sendHealth(exchange: Exchange, headers: Record<string, string>): void {
  sendEmpty(exchange, 200, headers)
}

/** It can also do its work: the database answers, and nobody told it to stop. */
export async function sendReadiness(
  context: Context,
  exchange: Exchange,
  { stopping, headers }: { stopping: boolean; headers: Record<string, string> },
): Promise<void> {
  const ready = !stopping && (await readInstance(context).then(Boolean, () => false))
  sendEmpty(exchange, ready ? 200 : 503, headers)
}
