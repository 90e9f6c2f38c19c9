import { touchPerson } from '../../accounts/notice/notice.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { endAllSessions } from '../../session/end-all-sessions.ts'
import { endSessionsOf } from '../../session/end-session.ts'
import { type Command, UsageError } from './command.ts'
import { withContext } from './open.ts'
import { requirePerson } from './person.ts'

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
  run: (cli, { values: { person, all } }) => {
    if ((typeof person === 'string') === (all === true))
      throw new UsageError('Missing option: --person <id or address> or --all.')
    return withContext(cli, async (context) => {
      const ended =
        typeof person === 'string' ? await endSessionsOfPerson(context, person) : await endEverySession(context)
      cli.terminal.print(ended === 0 ? 'No sessions to end.' : `${countSessions(ended)} ended.`)
    })
  },
}

function countSessions(ended: number): string {
  return ended === 1 ? '1 session' : `${ended.toLocaleString('en')} sessions`
}

async function endSessionsOfPerson(context: Context, named: string): Promise<number> {
  const { id } = await requirePerson(context, named)
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

async function endEverySession(context: Context): Promise<number> {
  const ended = await endAllSessions(context)
  if (ended > 0)
    await recordEvent(context, context.store, {
      kind: 'session.ended',
      by: 'system',
      data: { reason: 'revoked_admin', everyone: true, ended },
    })
  return ended
}
