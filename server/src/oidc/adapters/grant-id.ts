/** A grant of oidc-provider is one app in one session, so that ending either revokes exactly its tokens. */

const FORM = /^(ses_[0-9A-HJKMNP-TV-Z]{26})\.(app_[0-9A-HJKMNP-TV-Z]{26})$/

export function grantIdFor(sessionId: string, appId: string): string {
  return `${sessionId}.${appId}`
}

export function readGrantId(id: string): { sessionId: string; appId: string } | undefined {
  const [, sessionId, appId] = FORM.exec(id) ?? []
  return sessionId && appId ? { sessionId, appId } : undefined
}

/** False for the sessions that oidc-provider creates for visitors. */
export function isSessionId(uid: string | undefined): uid is string {
  return uid !== undefined && /^ses_[0-9A-HJKMNP-TV-Z]{26}$/.test(uid)
}
