/** The condition `isLive`, for a row of `session` with this alias, at the time `:now`. */
export const liveSession = (alias: string): string => `
  ${alias}.ended_at IS NULL AND ${alias}.idle_expires_at > :now AND ${alias}.expires_at > :now
  AND EXISTS (SELECT 1 FROM person lp WHERE lp.id = ${alias}.person_id AND lp.status = 'active')
  AND NOT EXISTS (
    SELECT 1 FROM wallet lw WHERE lw.id = ${alias}.wallet_id AND (lw.status = 'removed' OR lw.remove_at <= :now))`
