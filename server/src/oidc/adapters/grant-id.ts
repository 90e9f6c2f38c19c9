/** One app's tokens in one session: ending either ends exactly these. The consent behind it is the person's. */

const FORM = /^(ses_[0-9A-HJKMNP-TV-Z]{26})\.(app_[0-9A-HJKMNP-TV-Z]{26})$/

export function grantIdFor(sessionId: string, appId: string): string {
  return `${sessionId}.${appId}`
}

export function readGrantId(id: string): { sessionId: string; appId: string } | undefined {
  const [, sessionId, appId] = FORM.exec(id) ?? []
  return sessionId && appId ? { sessionId, appId } : undefined
}

/** Our sessions, and never one that oidc-provider made up for a visitor. */
export function isOwnSession(uid: string | undefined): uid is string {
  return uid !== undefined && /^ses_[0-9A-HJKMNP-TV-Z]{26}$/.test(uid)
}
