import type { UriProblem } from '@countersign/contract/app/app-uri.ts'
import type { App, Preset } from '@countersign/contract/routes/admin/app.ts'

const presets: Record<Preset, { name: string; note: string }> = {
  grafana: { name: 'Grafana', note: 'Dashboards' },
  gitea: { name: 'Forgejo', note: 'Git hosting; for Gitea, use a protected host' },
  nextcloud: { name: 'Nextcloud', note: 'Files and calendars' },
  outline: { name: 'Outline', note: 'Wiki' },
  apache: { name: 'Apache', note: 'Any site, with mod_auth_openidc' },
  oauth2_proxy: { name: 'oauth2-proxy', note: 'Reverse proxy for any site' },
  authjs: { name: 'Auth.js', note: 'Next.js and other frameworks' },
  spa: { name: 'Single-page app', note: 'Runs entirely in the browser' },
  other: { name: 'Custom app', note: 'Any OpenID Connect client' },
}

const kinds: Record<App['kind'], string> = {
  web: 'Web app on a server (confidential client)',
  spa: 'Single-page app (public client)',
  native: 'Mobile or desktop app (public client)',
}

const uriProblems: Record<UriProblem, string> = {
  not_a_url: 'Enter a URL that starts with https://.',
  too_long: 'This URL is too long.',
  fragment: 'Remove the fragment (# and everything after it).',
  user_info: 'Remove the user name and password.',
  wildcard: 'Enter the complete URL. Wildcards (*) are not allowed.',
  needs_https: 'Use https://. Plain http:// is allowed only for localhost or a private network.',
  private_http: 'Use https://, or select “Allow http on a private network”.',
  scheme: 'This URI scheme is not allowed for this app type.',
}

export const apps = {
  presets,
  kinds,
  uriProblems,

  title: 'Apps',
  lead: 'Applications that sign people in through this site with OpenID Connect.',
  add: 'Add app',
  name: 'Name',
  software: 'Software',
  status: 'Status',
  statuses: { active: 'Enabled', disabled: 'Disabled' },
  people: 'People',
  lastSignIn: 'Last sign-in',
  empty: 'No apps yet',
  emptyBody:
    'Connect software that supports OpenID Connect, so that people sign in to it with their wallet. An app receives only the claims that people agree to share.',

  step: (step: number, of: number) => `Step ${step} of ${of}`,
  whichTitle: 'Choose your software',
  whichLead: 'Each preset fills in the settings that the software needs.',
  whereTitle: (software: string) => `Configure ${software}`,
  whereTitleOwn: 'Configure the app',
  back: 'Choose other software',
  nameHint: 'Shown to people when they sign in.',
  nameMissing: 'Enter a name.',
  nameWrong: (max: number) => `Use 1 to ${max} visible characters from one alphabet.`,
  kind: 'App type',
  address: 'App URL',
  addressHint: 'Where people open the app, such as https://app.example.com.',
  addressOptional: 'Where people open the app. Optional.',
  addressMissing: 'Enter the app URL.',
  redirect: 'Redirect URI',
  redirectProposed: 'The default for this software. Change it only if your setup differs.',
  redirectOwn: 'Must match exactly what the app sends.',
  redirectMissing: 'Enter a redirect URI.',
  postLogout: 'Post-logout redirect URI',
  postLogoutHint: 'Where the app sends people after it signs them out. Optional.',
  gitea: {
    title: 'Gitea up to 1.27 is not supported',
    why: 'It sends neither PKCE nor a nonce, and one of them is required. Forgejo 13 and newer send PKCE: continue below.',
    instead: 'Put Gitea behind a protected host instead. Your proxy then passes the identity to Gitea in headers.',
    settings: 'Settings for Gitea behind a protected host',
    read: 'Based on Gitea’s documentation and source code. Not tested with a running Gitea.',
    name: 'The user name in Gitea is the person’s ID, `per_…`, which never changes.',
    git: 'git over ssh works as before. git over https is blocked by the proxy until you allow its paths:',
    gitHelp: 'Gitea behind a protected host',
    own: 'SSH keys and tokens created in Gitea are managed by Gitea: they keep working when a person is suspended here.',
  },
  nothingAdded: 'Check the marked field. Nothing was added.',

  doneTitle: (name: string) => `${name} was added`,
  doneLead: 'Enter these values in the app.',
  secretOnce: 'Copy the client secret now. It is not shown again. If you lose it, add a new one.',
  leaveTitle: 'Leave without copying the secret?',
  leaveBody: 'The client secret is shown only on this page. Copy it before you leave.',
  toApp: 'Done',
  values: 'Values',
  clientId: 'Client ID',
  secret: 'Client secret',
  scopes: 'Scopes',
  issuer: 'Issuer',
  discovery: 'Discovery document',
  authorization: 'Authorization endpoint',
  token: 'Token endpoint',
  userinfo: 'Userinfo endpoint',
  jwks: 'JWKS URI',
  endSession: 'End session endpoint',
  single: 'Endpoints, for software without discovery',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  pieces: (software: string) => `Settings for ${software}`,
  piecesOwn: 'Code example',
  piecesNote: 'Your values are already filled in.',
  piecesUnknown: (placeholder: string) => `Replace \`${placeholder}\` with the client secret.`,
  piecesKey: (placeholder: string) => `Replace \`${placeholder}\` with the private key, as JSON on one line.`,
  tryIt: 'Next, test the sign-in.',
}

/** Of a button that copies this. */
export function copyWords(what: string) {
  return { copy: apps.copy, spoken: apps.copyOf(what), done: apps.copied }
}
