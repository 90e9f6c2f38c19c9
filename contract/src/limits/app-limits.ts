import { LOGO_MAX_BYTES } from '../limits.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An app's name fits one line on a phone. */
export const APP_NAME_MAX = 60
/** The list has no search. */
export const APPS_MAX = 200
/** Longer URLs exceed what browsers and proxies reliably accept. */
export const APP_URI_MAX = 2048
/** Covers the environments and domains of one app. */
export const REDIRECTS_PER_APP = 20
/** The same as for redirect URIs. */
export const ORIGINS_PER_APP = 20
/** Allows rotation: a new secret beside the old ones. */
export const SECRETS_PER_APP = 5
/** Maximum lifetime of a client secret. */
export const SECRET_DAYS_MAX = 730
/** How early the health page warns that a secret expires. */
export const SECRET_SOON_MS = 14 * DAY
/** Lifetime of the credential of a self-test, which deletes it within seconds. */
export const TEST_CREDENTIAL_TTL_MS = 2 * MINUTE
/** 256 random bits cannot be guessed, so a plain hash is enough. */
export const APP_SECRET_BYTES = 32
/** Allows rotation: a new key beside the old ones. */
export const KEYS_PER_APP = 5
/** Fits five large RSA keys with certificates. */
export const KEY_SET_MAX = 16 * 1024
/** Fits a name or a thumbprint. */
export const KEY_ID_MAX = 200
/** Shorter keys are weak; longer ones are slow to verify. */
export const RSA_BITS = { least: 2048, most: 8192 }
/** Fits a key set as a JSON string. */
export const APP_BODY_MAX_BYTES = 48 * 1024
/** The list has no search. */
export const GROUPS_MAX = 200
/** The groups claim must fit in a header. */
export const GROUPS_PER_PERSON = 50
/** The same as for a person. */
export const GROUPS_PER_APP = 50
/** Members added or removed per call. */
export const GROUP_CHANGES_MAX = 200
/** People per bulk action: one page of the list. */
export const BULK_PEOPLE_MAX = 100
/** Apps whose tokens one app may introspect. */
export const INTROSPECTED_PER_APP = 20
/** The list has no search. */
export const HOSTS_MAX = 200
/** Rules are evaluated with every request. */
export const RULES_PER_HOST = 50
/** A rule names a part of a site, not a page with its parameters. */
export const RULE_PATH_MAX = 256
/** Every spelling of each header is removed from requests. */
export const HEADERS_PER_HOST = 10
/** Fits fifty rules with fifty groups each. */
export const HOST_BODY_MAX_BYTES = 128 * 1024
/** One for each program that calls the host. */
export const TOKENS_PER_HOST = 20
/** Maximum lifetime of a host token. */
export const HOST_TOKEN_DAYS_MAX = 730
/** 256 random bits cannot be guessed, so a plain hash is enough. */
export const HOST_TOKEN_BYTES = 32
/** Invalid tokens from one address; a program that retries an expired token every second stays below it. */
export const RATE_HOST_TOKENS_PER_ADDRESS = { burst: 100, perMs: MINUTE }

/** An app exchanges its code within a second. */
export const CODE_TTL_MS = 1 * MINUTE
/** A browser is redirected at once. */
export const PAR_TTL_MS = 1 * MINUTE
/** The lifetime of a challenge, plus time to read the consent screen. */
export const INTERACTION_TTL_MS = 15 * MINUTE
/** Apps verify an ID token immediately after sign-in. */
export const ID_TOKEN_TTL_MS = 10 * MINUTE
/** `state` must fit a URL. */
export const STATE_MAX = 1024
/** A nonce is a short random value. */
export const NONCE_MAX = 255
/** Any other parameter, such as an ID token hint; unauthenticated clients can send them. */
export const PARAMETER_MAX = 8192
/** Fits several parameters of this length, such as a pushed request; oidc-provider reads no more. */
export const OIDC_BODY_MAX_BYTES = 56 * 1024
/** Longer than any session. */
export const MAX_AGE_MAX_SECONDS = 31_536_000
/** Lifetime of access tokens: the default and the range that apps can set. */
export const ACCESS_TTL = { standardSeconds: 600, leastSeconds: 60, mostSeconds: 3600 }
/** Idle lifetime of refresh tokens: the default and the range that apps can set. */
export const REFRESH_IDLE = { standardSeconds: 14 * 86_400, leastSeconds: 3600, mostSeconds: 90 * 86_400 }
/** Total lifetime of the refresh tokens of one sign-in: the default and the range that apps can set. */
export const REFRESH_MAX = { standardSeconds: 60 * 86_400, leastSeconds: 3600, mostSeconds: 365 * 86_400 }
/** A client may retry a lost response this long; later use of a rotated refresh token counts as theft. */
export const REFRESH_GRACE_MS = 10 * SECOND
/** A client assertion is used for one immediate call. */
export const PROOF_TTL_SECONDS = 60
/** Allowed clock skew of apps. */
export const APP_CLOCK_SECONDS = 15
/** Replay protection: longer than a client assertion is accepted, including clock skew. */
export const PROOF_KEPT_MS = 5 * MINUTE
/** How long a signing key is used. */
export const KEY_ACTIVE_MS = 90 * DAY
/** How long a signing key is published before it is used. */
export const KEY_NEXT_MS = 1 * DAY
/** How long a signing key stays published after its last use. */
export const KEY_RETIRING_MS = 30 * DAY
/** Backoff of back-channel logout requests that failed. */
export const LOGOUT_RETRIES_MS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 240 * MINUTE]
/** Timeout of a back-channel logout request. */
export const LOGOUT_TIMEOUT_MS = 5 * SECOND
/** An app sends the requests of all its people from one address. */
export const RATE_TOKENS_PER_ADDRESS = { burst: 600, perMs: MINUTE }
/** Covers a household behind one address. */
export const RATE_AUTHORIZE_PER_ADDRESS = { burst: 60, perMs: MINUTE }

/** Recorded failures of one app; reasons quote the request, so they are not deduplicated. */
export const RATE_APP_ERRORS_RECORDED = { burst: 20, perMs: MINUTE }

/** Covers the redirect from the sign-in to the protected host. */
export const TICKET_TTL_MS = 1 * MINUTE
/** Lifetime of the cookie of a protected host; the session is still checked with every request. */
export const HOST_COOKIE_MS = 1 * HOUR

/** A logo as base64 in JSON: four characters for three bytes, plus the JSON around it. */
export const LOGO_BODY_MAX_BYTES = Math.ceil(LOGO_MAX_BYTES / 3) * 4 + 1024
