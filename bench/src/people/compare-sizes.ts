/** Sign-ins with a million people, compared with a database that starts empty. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { alternate, contender, type Plan } from '../alternate.ts'
import type { Load } from '../load/load-process.ts'
import { startCountersign } from '../servers/servers.ts'
import { signInFirst } from '../sign-ins/compare.ts'
import { generatePeople, PEOPLE_WITH_KEYS } from './generate-people.ts'

type Pair = { large: number[]; empty: number[] }
export type SizeFigures = { newPerson: Pair; returning: Pair }

const FIRST_PEOPLE = 4000

type Comparison = { plan: Plan; people: number; onProgress: (people: number) => void }

export async function compareSizes(load: Load, folder: string, comparison: Comparison): Promise<SizeFigures> {
  const folders = { empty: join(folder, 'empty'), large: join(folder, 'large') }
  for (const path of Object.values(folders)) mkdirSync(path, { recursive: true })
  await generatePeople(folders.large, comparison)
  const empty = contender('countersign', await startCountersign(folders.empty))
  const large = {
    ...contender('countersign', await startCountersign(folders.large)),
    existingPeople: PEOPLE_WITH_KEYS,
  }
  try {
    await signInFirst(load, empty, FIRST_PEOPLE)
    await signInFirst(load, large, FIRST_PEOPLE)
    const [largeNew, emptyNew, largeReturning, emptyReturning] = await alternate(
      load,
      [
        { contender: large, action: 'new-sign-in' },
        { contender: empty, action: 'new-sign-in' },
        { contender: large, action: 'returning-sign-in' },
        { contender: empty, action: 'returning-sign-in' },
      ] as const,
      comparison.plan,
    )
    return {
      newPerson: { large: largeNew.perCpuSecond, empty: emptyNew.perCpuSecond },
      returning: { large: largeReturning.perCpuSecond, empty: emptyReturning.perCpuSecond },
    }
  } finally {
    for (const { server } of [empty, large]) await server.stop('SIGKILL')
  }
}
