/** Kills the server at random moments under load and looks for what it acknowledged. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openConnection } from '../load/http-client.ts'
import { systems } from '../load/systems.ts'
import { newWallet, type Wallet } from '../load/wallet.ts'
import { startCountersign } from '../servers/servers.ts'

export type KillFigures = { cycles: number; acknowledged: number; lost: number; corrupt: number }

const CONCURRENCY = 16
const KILL_WITHIN_MS = 500
const WALLETS = 2000

/** One data folder for all cycles: the server itself recovers what the one before left behind. */
export async function runKillCycles(
  folder: string,
  cycles: number,
  onCycle: (figures: KillFigures) => void,
): Promise<KillFigures> {
  const figures: KillFigures = { cycles: 0, acknowledged: 0, lost: 0, corrupt: 0 }
  const wallets = Array.from({ length: WALLETS }, newWallet)
  let acknowledged: string[] = []
  const addCheck = () => {
    const { lost, intact } = checkDatabase(join(folder, 'countersign.db'), acknowledged)
    figures.lost += lost
    if (!intact) figures.corrupt++
  }
  while (figures.cycles < cycles) {
    const server = await startCountersign(folder)
    if (figures.cycles > 0) addCheck()
    acknowledged = []
    const load = signInUntilLost(server.port, wallets, (sessionId) => acknowledged.push(sessionId))
    await new Promise((resolve) => setTimeout(resolve, Math.random() * KILL_WITHIN_MS))
    await server.stop('SIGKILL')
    await load
    figures.cycles++
    figures.acknowledged += acknowledged.length
    onCycle(figures)
  }
  addCheck()
  return figures
}

/** Ends when the server is gone; any earlier error counts as a failure of the server. */
async function signInUntilLost(port: number, wallets: Wallet[], onDone: (sessionId: string) => void): Promise<void> {
  const pick = () => wallets[Math.floor(Math.random() * wallets.length)] ?? newWallet()
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    const connection = openConnection(port)
    for (;;) {
      const { answer } = await systems.countersign.signIn(connection, port, { wallet: pick() })
      onDone(JSON.parse(answer.body).session.id)
    }
  })
  for (const { reason } of (await Promise.allSettled(workers)) as PromiseRejectedResult[])
    if (!/ECONN|EPIPE|closed the connection/.test(String(reason))) throw reason
}

function checkDatabase(path: string, sessionIds: string[]): { lost: number; intact: boolean } {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare('PRAGMA integrity_check').get()
  const find = database.prepare('SELECT 1 FROM session WHERE id = ?')
  const lost = sessionIds.filter((id) => find.get(id) === undefined).length
  database.close()
  return { lost, intact: row?.integrity_check === 'ok' }
}
