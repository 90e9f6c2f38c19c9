/** Limits of apps, groups, tokens and protected hosts. The others are in limits.ts. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An app's name fits one line on a phone. */
export const APP_NAME_MAX = 60
/** The list has no search. */
export const APPS_MAX = 200
/** Longer URIs do not fit an address bar or a log line. */
export const APP_URI_MAX = 2048
/** Environments and domains of one app. */
export const REDIRECTS_PER_APP = 20
/** As many as redirect URIs. */
export const ORIGINS_PER_APP = 20
/** A new one beside the old ones, so that nothing stands still. */
export const SECRETS_PER_APP = 5
/** The longest lifetime a secret can be given. */
export const SECRET_DAYS_MAX = 730
/** How early the health page warns that a secret expires. */
export const SECRET_SOON_MS = 14 * DAY
/** How long the credential of a self-test works; a test deletes it within seconds. */
export const TEST_CREDENTIAL_TTL_MS = 2 * MINUTE
/** 256 bits: a secret cannot be guessed, so a plain hash keeps it. */
export const APP_SECRET_BYTES = 32
/** The public keys an app proves itself with: an old one beside a new one, and some to spare. */
export const KEYS_PER_APP = 5
/** Five large RSA keys with certificates. */
export const KEY_SET_MAX = 16 * 1024
/** A key id is a name or a thumbprint. */
export const KEY_ID_MAX = 200
/** Shorter keys are weak; longer ones are slow to verify. */
export const RSA_BITS = { least: 2048, most: 8192 }
/** With a key set in it, where every quote is escaped. */
export const APP_BODY_MAX_BYTES = 48 * 1024
/** The list has no search. */
export const GROUPS_MAX = 200
/** The claim must fit a header. */
export const GROUPS_PER_PERSON = 50
/** As many as a person can have. */
export const GROUPS_PER_APP = 50
/** People put in or taken out by one call. */
export const GROUP_CHANGES_MAX = 200
/** People changed by one bulk action: a page of the list. */
export const BULK_PEOPLE_MAX = 100
/** The most apps whose tokens one app may introspect. */
export const INTROSPECTED_PER_APP = 20
/** The list has no search. */
export const HOSTS_MAX = 200
/** They are looked through with every request. */
export const RULES_PER_HOST = 50
/** A rule names a part of a site, not a page with its parameters. */
export const RULE_PATH_MAX = 256
/** Every spelling of each is removed from what a browser sends. */
export const HEADERS_PER_HOST = 10
/** Fifty rules with fifty groups each. */
export const HOST_BODY_MAX_BYTES = 128 * 1024
/** One for each program. */
export const TOKENS_PER_HOST = 20
/** The longest lifetime a token can be given. */
export const HOST_TOKEN_DAYS_MAX = 730
/** 256 bits: a token cannot be guessed, so a plain hash keeps it. */
export const HOST_TOKEN_BYTES = 32
/** Wrong tokens from one address; a program with an expired one that tries every second is below it. */
export const RATE_HOST_TOKENS_PER_ADDRESS = { burst: 100, perMs: MINUTE }

/** A server exchanges its code within a second. */
export const CODE_TTL_MS = 1 * MINUTE
/** A browser is redirected at once. */
export const PAR_TTL_MS = 1 * MINUTE
/** A challenge's ten minutes, and some to read what the app asks for. */
export const INTERACTION_TTL_MS = 15 * MINUTE
/** An ID token proves a moment. */
export const ID_TOKEN_TTL_MS = 10 * MINUTE
/** What an app sends along and gets back must fit an address. */
export const STATE_MAX = 1024
/** A nonce is random, not data. */
export const NONCE_MAX = 255
/** Anything else in a request: the longest is an ID token given as a hint. Who may push a request need be nobody. */
export const PARAMETER_MAX = 8192
/** A year is longer than any session. */
export const MAX_AGE_MAX_SECONDS = 31_536_000
/** How long an app may go on by an access token; each app may choose within these. */
export const ACCESS_TTL = { standardSeconds: 600, leastSeconds: 60, mostSeconds: 3600 }
/** How long an unused refresh token is valid; each app may choose within these. */
export const REFRESH_IDLE = { standardSeconds: 14 * 86_400, leastSeconds: 3600, mostSeconds: 90 * 86_400 }
/** How long refresh tokens of one sign-in can be renewed; each app may choose within these. */
export const REFRESH_MAX = { standardSeconds: 60 * 86_400, leastSeconds: 3600, mostSeconds: 365 * 86_400 }
/** An answer that got lost may be asked for again this long; after it a used refresh token is a sign of theft. */
export const REFRESH_GRACE_MS = 10 * SECOND
/** What an app signs to prove itself is for one call, made at once. */
export const PROOF_TTL_SECONDS = 60
/** By how much the clock of an app may be wrong. */
export const APP_CLOCK_SECONDS = 15
/** Longer than any such proof can be used on a server whose clock is wrong too. */
export const PROOF_KEPT_MS = 5 * MINUTE
/** How long a signing key is used. */
export const KEY_ACTIVE_MS = 90 * DAY
/** How long a signing key is published before it is used. */
export const KEY_NEXT_MS = 1 * DAY
/** How long a signing key stays published after its last use. */
export const KEY_RETIRING_MS = 30 * DAY
/** When an app that was not told of a sign-out is told again. */
export const LOGOUT_RETRIES_MS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 240 * MINUTE]
/** An app that does not answer is not waited for longer. */
export const LOGOUT_TIMEOUT_MS = 5 * SECOND
/** An app asks for all of its people from one address. */
export const RATE_TOKENS_PER_ADDRESS = { burst: 600, perMs: MINUTE }
/** A household behind one address. */
export const RATE_AUTHORIZE_PER_ADDRESS = { burst: 60, perMs: MINUTE }

/** Failed requests of one app in its activity: a reason may quote the request, so reasons alone are no limit. */
export const RATE_APP_ERRORS_RECORDED = { burst: 20, perMs: MINUTE }

/** From the sign-in to the host that is protected. */
export const TICKET_TTL_MS = 1 * MINUTE
/** A host's own cookie; the session behind it is asked each time all the same. */
export const HOST_COOKIE_MS = 1 * HOUR
