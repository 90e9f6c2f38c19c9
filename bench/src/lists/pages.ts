import type { Installation } from './installation.ts'
import { COMMON, DAY, RARE } from './rows.ts'

/** Lists without pagination, whose length cannot be limited. */
export type Page = { title: string; path: string; whole?: true }

export function pagesOf({ personId, prefix, crowd, team }: Installation): Page[] {
  const people = '/api/admin/people'
  const activity = '/api/admin/activity'
  return [
    { title: 'people', path: people },
    { title: 'people, by a common name', path: `${people}?q=${COMMON}` },
    { title: 'people, by two words', path: `${people}?q=${COMMON}%20gar` },
    { title: 'people, by a rare name', path: `${people}?q=${RARE}` },
    { title: 'people, by one digit of an address', path: `${people}?q=0xa` },
    { title: 'people, by eight digits', path: `${people}?q=${prefix}` },
    { title: 'people, by role', path: `${people}?role=auditor` },
    { title: 'people, by status', path: `${people}?status=suspended` },
    { title: 'people, by role and status', path: `${people}?role=member&status=active` },
    { title: 'people, by name and status', path: `${people}?q=${COMMON}&status=suspended` },
    { title: 'people, by a small group', path: `${people}?group=${team}` },
    { title: 'people, by a large group', path: `${people}?group=${crowd}` },
    { title: 'people, by a large group and status', path: `${people}?group=${crowd}&status=suspended` },
    { title: 'people, by a large group and name', path: `${people}?group=${crowd}&q=${COMMON}` },
    { title: 'people, by a small group and name', path: `${people}?group=${team}&q=${COMMON}` },
    { title: 'a person', path: `${people}/${personId}` },
    { title: 'all sessions', path: '/api/admin/sessions' },
    { title: 'sessions of a person', path: `/api/admin/sessions?person=${personId}` },
    { title: 'all activity', path: activity },
    { title: 'activity, by kind', path: `${activity}?kind=sign_in.ok` },
    { title: 'activity, by a rarer kind', path: `${activity}?kind=wallet.linked` },
    { title: 'activity, by person', path: `${activity}?person=${personId}` },
    { title: 'activity, by actor', path: `${activity}?actor=${personId}` },
    { title: 'activity, by person and kind', path: `${activity}?person=${personId}&kind=sign_in.ok` },
    { title: 'activity, refused', path: `${activity}?outcome=refused` },
    { title: 'activity, by code', path: `${activity}?code=signature_invalid` },
    { title: 'own activity', path: '/api/me/activity' },
    { title: 'own sessions', path: '/api/me/sessions', whole: true },
    { title: 'own wallets', path: '/api/me/wallets', whole: true },
    { title: 'invitations', path: '/api/admin/invites' },
    { title: 'overview, 30 days', path: statsPath(30) },
    { title: 'overview, 90 days', path: statsPath(90) },
  ]
}

function statsPath(days: number): string {
  const to = Date.now()
  const [from, until] = [to - days * DAY, to].map((at) => encodeURIComponent(new Date(at).toISOString()))
  return `/api/admin/stats?from=${from}&to=${until}`
}
