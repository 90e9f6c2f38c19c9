import { accountProblems } from './en.account-problems.ts'
import type { ServerProblems } from './problem-words.ts'

export const serverProblems: ServerProblems = {
  ...accountProblems,
  invalid_body: {
    title: 'We could not use what was entered',
    body: 'Check the fields, then send it again.',
    action: 'Try again',
  },
  bad_request: {
    title: 'The request could not be read',
    body: 'Something between this page and our server changed the request. Reload the page and start again.',
    action: 'Reload this page',
  },
  unauthenticated: {
    title: 'You are not signed in',
    body: 'Sign in, and you come back to where you were.',
    action: 'Sign in',
  },
  session_expired: {
    title: 'You were signed out after a while',
    body: 'A session ends when it is not used. Sign in again to carry on.',
    action: 'Sign in',
  },
  session_revoked: {
    title: 'This session was ended',
    body: 'It was ended from another device or by an administrator. Sign in again to continue.',
    action: 'Sign in',
  },
  csrf_refused: {
    title: 'The request did not come from this page',
    body: 'Reload the page and do it again. If it keeps happening, turn off extensions that change pages.',
    action: 'Reload this page',
  },
  purpose_not_allowed: {
    title: 'This cannot be signed now',
    body: 'What the signature was for is not open any more. Reload the page to see what is.',
    action: 'Reload this page',
  },
  challenge_other_browser: {
    title: 'Start again in this browser',
    body: 'The request was made in another browser, or cookies are blocked here. Allow cookies for this site, then try again.',
    action: 'Try again',
  },
  person_suspended: {
    title: 'This account is suspended',
    body: 'You can’t sign in with it now. Contact the site’s administrator.',
    action: 'Another wallet',
  },
  setup_code_invalid: {
    title: 'That setup code does not work',
    body: 'Look for the newest one in the server’s log. A new code is printed each time the server starts.',
    action: 'Try again',
  },
  not_found: {
    title: 'There is nothing here',
    body: 'The address may be old, or there is a letter too many in it.',
    action: 'Go home',
  },
  challenge_unknown: {
    title: 'The sign-in request is unknown here',
    body: 'The server was probably set up anew while you were signing. Try again with a fresh request.',
    action: 'Try again',
  },
  setup_done: {
    title: 'Setup is finished',
    body: 'This site already has an owner. Sign in with your wallet.',
    action: 'Sign in',
  },
  method_not_allowed: {
    title: 'This cannot be done here',
    body: 'Reload the page to get its newest version, then do it again.',
    action: 'Reload this page',
  },
  challenge_used: {
    title: 'That request was already used',
    body: 'Each request can be signed once. Try again with a fresh one.',
    action: 'Try again',
  },
  challenge_expired: {
    title: 'That took longer than {minutes} minutes',
    body: 'For your safety a sign-in request ends after {minutes} minutes. A fresh one is ready.',
    action: 'Try again',
  },
  payload_too_large: {
    title: 'That is too large to send',
    body: '{wallet} sent more than a signature needs. Another wallet will do.',
    action: 'Another wallet',
  },
  unsupported_media_type: {
    title: 'The request was not in the agreed form',
    body: 'Reload the page to get its newest version, then do it again.',
    action: 'Reload this page',
  },
  message_malformed: {
    title: '{wallet} changed the text',
    body: 'The signed text is not the one we asked for, so we did not accept it. Try again, or use another wallet.',
    action: 'Try again',
  },
  domain_mismatch: {
    title: 'This address is not set up for sign-in',
    body: 'The site is open under another address than the one its operator chose. Open it there. Operators: check PUBLIC_URL.',
    action: 'Another wallet',
  },
  statement_mismatch: {
    title: '{wallet} changed the sentence',
    body: 'The signed text says something else than we asked for. Try again, or use another wallet.',
    action: 'Try again',
  },
  nonce_mismatch: {
    title: 'The answer belongs to another request',
    body: '{wallet} signed an older request. Close what is still open in it, then try again.',
    action: 'Try again',
  },
  address_invalid: {
    title: 'This account cannot sign in',
    body: '{wallet} gave an account we cannot use. Choose another account or another wallet.',
    action: 'Another wallet',
  },
  signature_malformed: {
    title: 'That is not a signature',
    body: '{wallet} returned something we cannot read. Try again, or use another wallet.',
    action: 'Try again',
  },
  signature_invalid: {
    title: 'The signature is from another account',
    body: 'Check which account is chosen in {wallet}, then try again. If it is a smart account, its network may not be set up here: use another wallet.',
    action: 'Try again',
  },
  network_not_configured: {
    title: 'Smart accounts on {network} can’t be checked here',
    body: 'The administrator has not set up that network. Use another wallet: one with its own key always works.',
    action: 'Another wallet',
  },
  access_denied: {
    title: 'This app doesn’t let you in',
    body: 'You are signed in, but only members of certain groups can use this app. Ask for access, or use another wallet.',
    action: 'Another wallet',
  },
  consent_required: {
    title: 'The app needs your permission',
    body: 'It has not been allowed to know you yet.',
    action: 'Look at it',
  },
  interaction_expired: {
    title: 'The app’s request ran out',
    body: 'Go back to the app and sign in from there again. Nothing is lost.',
    action: 'To your account',
  },
  client_id_taken: {
    title: 'This client id was used before',
    body: 'A client id belongs to one app for ever. Choose another.',
    action: 'Change it',
  },
  app_name_taken: {
    title: 'Another app has this name',
    body: 'People must be able to tell apps apart. Choose another name.',
    action: 'Change it',
  },
  app_limit: {
    title: 'No more apps can be added',
    body: 'Delete one that is no longer used first.',
    action: 'To the apps',
  },
  app_disabled: {
    title: 'The app is switched off',
    body: 'Switch it on first.',
    action: 'To the app',
  },
  secret_limit: {
    title: 'The app has five secrets already',
    body: 'Take one away that is no longer used first.',
    action: 'To the app',
  },
  last_secret: {
    title: 'This is the app’s only secret',
    body: 'Make a new one first, put it into the app, and then take this one away.',
    action: 'To the app',
  },
  slug_taken: {
    title: 'Another group is called that',
    body: 'What apps are told must be clear. Choose another short name.',
    action: 'Change it',
  },
  group_limit: {
    title: 'No more groups fit',
    body: 'There are as many groups as there can be, here or for one of these people.',
    action: 'To the groups',
  },
  group_in_use: {
    title: 'The group is in use',
    body: 'An app or a protected host lets only this group in. Change that first.',
    action: 'To the groups',
  },
  host_taken: {
    title: 'This host is protected already',
    body: 'Each host is there once. Change the one that is there.',
    action: 'To the hosts',
  },
  host_limit: {
    title: 'No more hosts can be added',
    body: 'Take one away that is no longer used first.',
    action: 'To the hosts',
  },
  host_token_limit: {
    title: 'No more tokens can be added',
    body: 'Revoke one that is no longer used first.',
    action: 'To the hosts',
  },
  redirect_invalid: {
    title: 'An address can’t be used',
    body: 'See beside the field what is wrong with it.',
    action: 'Change it',
  },
  rate_limited: {
    title: 'Too many tries',
    body: 'Wait a moment. Nothing is lost.',
    action: 'Try again',
  },
  internal: {
    title: 'Something went wrong on our side',
    body: 'This is our fault, not yours. Try again; if it stays, quote the details below.',
    action: 'Try again',
  },
  maintenance: {
    title: 'Back in a minute',
    body: 'The server is restarting. You can try again shortly.',
    action: 'Try again',
  },
  db_unavailable: {
    title: 'We cannot reach our database',
    body: 'This is our fault, not yours. It usually passes within a minute.',
    action: 'Try again',
  },
}
