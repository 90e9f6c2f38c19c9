/** Target (g): the forward-auth check, compared with a constant response of node:http. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { alternate, contender, entriesOf, type Plan } from './alternate.ts'
import { BENCH_HOST, BENCH_SECRET } from './load/forward-auth-load.ts'
import { after, type Load } from './load/load-process.ts'
import { changeDatabase, startBareHttp, startCountersign } from './servers/servers.ts'

export type ForwardAuthFigures = { ours: number[]; theirs: number[] }

const SIGN_IN_SECONDS = 2

export async function measureForwardAuth(load: Load, folder: string, plan: Plan): Promise<ForwardAuthFigures> {
  const data = join(folder, 'forward-auth')
  mkdirSync(data)
  const ours = contender('countersign', await startCountersign(data, { environment: { SECRET_KEY: BENCH_SECRET } }))
  const bare = contender('bare-http', await startBareHttp())
  try {
    const { port } = ours.server
    const { concurrency } = plan
    await load.run({ system: 'countersign', action: 'new-sign-in', port, concurrency }, after(SIGN_IN_SECONDS))
    protectHost(join(data, 'countersign.db'))
    const [checks, answers] = await alternate(load, entriesOf('forward-auth', ours, bare), plan)
    return { ours: checks.perCpuSecond, theirs: answers.perCpuSecond }
  } finally {
    for (const { server } of [ours, bare]) await server.stop('SIGKILL')
  }
}

export function protectHost(path: string): void {
  const ids = ['a', 'b'].map((letter) => `grp_${letter.toUpperCase().repeat(26)}`)
  changeDatabase(path, (database) => {
    for (const id of ids) {
      const slug = id.slice(-2).toLowerCase()
      database
        .prepare('INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)')
        .run(id, slug, slug)
      database.prepare('INSERT INTO group_member SELECT ?, id, 1 FROM person').run(id)
    }
    database
      .prepare(`INSERT INTO protected_host (id, host, name, enabled, access, group_ids, created_at, updated_at, version)
        VALUES ('hst_1', ?, 'Bench', 1, 'groups', ?, 1, 1, 1)`)
      .run(BENCH_HOST, JSON.stringify(ids))
  })
}
