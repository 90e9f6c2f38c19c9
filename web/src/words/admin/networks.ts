export const networks = {
  title: 'Networks',
  lead: 'RPC endpoints for verifying smart accounts and resolving ENS names. Wallets with a private key (EOAs) need none.',
  add: 'Add network',

  empty: 'No networks yet',
  emptyBody:
    'Wallets with a private key (EOAs) can sign in without one. Add a network so that smart accounts on it can sign in, and Ethereum to show ENS names next to addresses.',
  learnTitle: 'What an RPC provider can see',
  learn: [
    'When a smart account signs in: its address, its signature and a hash of the signed message. Its contract verifies the signature.',
    'When anyone signs in and Ethereum is configured: their address, once a day, to resolve its ENS name.',
    'Never: who someone is on this site, or their IP address. Only this server connects to endpoints, never a browser.',
  ],
  learnOwn:
    'Your own node shares nothing with third parties. Two endpoints from different providers verify each other.',

  chain: (id: number) => `Chain ${id}`,
  disabled: 'Disabled',
  disabledNote:
    'Smart accounts on this network can’t sign in. Those already signed in have read-only access and can’t do anything that requires a signature.',
  byEnvironment: 'Set by environment variable',
  environmentNote: (variable: string) => `To change it, set \`${variable}\` and restart the server.`,
  endpoints: 'RPC endpoints',
  states: { unknown: 'Not checked yet', up: 'Responding', down: 'Not responding' },
  /** Before it has failed often enough to count as down. */
  failedOnce: 'Last request failed',
  latency: (ms: number) => `${ms} ms`,
  lastOk: 'Last response',
  never: 'Never responded',
  addSecondEndpoint: 'Add a second endpoint from another provider to detect a node that returns false results.',

  test: 'Test endpoints',
  testOf: (name: string) => `Test endpoints of ${name}`,
  testing: 'Testing…',
  tested: (up: number, of: number) =>
    up === of
      ? of === 1
        ? 'The endpoint responds'
        : `All ${of} endpoints respond`
      : `${up} of ${of} endpoints respond`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  disable: 'Disable',
  disableOf: (name: string) => `Disable ${name}`,
  enable: 'Enable',
  enableOf: (name: string) => `Enable ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  networkDisabled: 'Network disabled',
  networkEnabled: 'Network enabled',
  removed: 'Network removed',
  saved: 'Network saved',
  added: 'Network added',

  removeTitle: (name: string) => `Remove ${name}?`,
  removeBody:
    'Smart accounts on this network can’t sign in anymore. Those already signed in have read-only access and can’t do anything that requires a signature. The endpoint URLs are deleted.',
  testAndSave: 'Test and save',
  chainLabel: 'Chain',
  otherChain: 'Other chain',
  chainId: 'Chain ID',
  chainIdHint: 'The EIP-155 chain ID, such as 1101.',
  chainIdWrong: 'Enter a positive whole number.',
  name: 'Name',
  nameHint: 'Display name in the admin area.',
  nameWrong: (most: number) => `Use 1 to ${most} visible characters, including a letter or digit.`,
  url: (place: number) => `Endpoint ${place}`,
  urlHint: 'An https:// URL, which may contain an API key. It is stored encrypted and not shown again.',
  urlsKept: 'Endpoint URLs are secret and not shown. Leave this empty to keep them, or enter all of them again.',
  addEndpoint: 'Add endpoint',
  urlProblems: {
    missing: 'Enter the URL of an RPC endpoint.',
    not_a_url: 'Enter a URL that starts with https://.',
    https_needed: 'Use https://. Plain http:// is allowed only for localhost or a private network.',
    has_user: 'Remove the user name and password. Put an API key in the path.',
    too_long: 'This URL is too long.',
    given_twice: 'This endpoint is already in the list.',
    wrong_chain: 'This endpoint serves a different chain.',
    no_answer: 'This endpoint doesn’t respond like an RPC endpoint.',
  },
  errors: {
    network_exists: 'A network for this chain already exists. Edit that one instead.',
    network_wrong_chain: 'An endpoint serves a different chain. Nothing was saved.',
    rpc_unavailable: 'An endpoint doesn’t respond. Nothing was saved.',
    invalid_body: 'Check the marked field. Nothing was saved.',
  },
  tooMany: 'The maximum number of networks is reached. Remove one first.',
}
