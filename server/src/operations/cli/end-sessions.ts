import { touchPerson } from '../../accounts/notice/notice.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { endSessionsOf } from '../../session/end-session.ts'
import { endSessionsOfMany } from '../end-all-sessions.store.ts'
import { type Command, UsageError } from './command.ts'
import { withContext } from './open.ts'
import { findNamed } from './person.ts'

export const endSessions: Command = {
  name: 'end-sessions',
  synopsis: '(--person <id or address> | --all)',
  summary: 'End all sessions of one person, or of everyone',
  details: [
    '--person <id or address>   end the sessions of one person',
    '--all                      end every session; everyone has to sign in again',
    'Running servers reject an ended session within a second.',
  ],
  options: { person: { type: 'string' }, all: { type: 'boolean' } },
  words: { least: 0, most: 0 },
  run: (world, { values: { person, all } }) => {
    if ((typeof person === 'string') === (all === true))
      throw new UsageError('Missing option: --person <id or address> or --all.')
    return withContext(world, async (context) => {
      const ended = typeof person === 'string' ? await endOf(context, person) : await endAll(context)
      world.terminal.print(ended === 0 ? 'No sessions to end.' : `${counted(ended)} ended.`)
    })
  },
}

function counted(ended: number): string {
  return ended === 1 ? '1 session' : `${ended.toLocaleString('en')} sessions`
}

async function endOf(context: Context, named: string): Promise<number> {
  const { id } = await findNamed(context, named)
  return context.store.transaction(async (queries) => {
    await lockPerson(queries, id)
    const at = context.now()
    const ended = await endSessionsOf(queries, { personId: id, at, reason: 'revoked_admin' })
    if (ended === 0) return ended
    await touchPerson(queries, id, at)
    await recordEvent(context, queries, { kind: 'person.signed_out', by: 'system', personId: id, data: { ended } })
    return ended
  })
}

/** A small batch, so that concurrent sign-ins do not wait for it. */
const PEOPLE_AT_ONCE = 500

async function endAll(context: Context): Promise<number> {
  const at = context.now()
  const ending = { startedUntil: at, at, people: PEOPLE_AT_ONCE }
  let ended = 0
  for (;;) {
    const more = await context.store.transaction((queries) => endSessionsOfMany(queries, ending))
    ended += more
    if (more === 0) break
  }
  if (ended > 0)
    await recordEvent(context, context.store, {
      kind: 'session.ended',
      by: 'system',
      data: { reason: 'revoked_admin', everyone: true, ended },
    })
  return ended
}
