/** What is mutated, which tests have to notice, and how Stryker runs them. */

/**
 * The security core. Each group of files is tested by the test files named, or those in the folders named, that load
 * one of its files: the tests nearest to the code, so that a surviving mutant costs seconds and not the whole suite.
 *
 * @type {{ mutate: string[], tests: string[] }[]}
 */
export const groups = [
  {
    mutate: ['message/message', 'return-to', 'app/app-uri', 'permission', 'routes/admin/host', 'step-up'].map(
      (name) => `contract/src/${name}.ts`,
    ),
    tests: ['contract/src/'],
  },
  {
    mutate: [
      ...['challenge', 'challenge-token', 'spend-challenge', 'verify-signed-message'].map(
        (name) => `server/src/proof/challenge/${name}.ts`,
      ),
      'server/src/proof/evm/verify-signature.ts',
      'server/src/platform/crypto/address.ts',
    ],
    tests: [
      ...['signed-message', 'challenge-token', 'spend-challenge', 'verify-signed-message'].map(
        (name) => `server/src/proof/challenge/${name}.test.ts`,
      ),
      'server/src/proof/evm/verify-signature.test.ts',
      'server/src/platform/crypto/address.test.ts',
    ],
  },
  {
    mutate: ['server/src/platform/http/request/trusted-proxies.ts'],
    tests: ['server/src/platform/http/request/trusted-proxies.test.ts'],
  },
  {
    mutate: ['address', 'ed25519', 'read-envelope', 'verify-signature'].map(
      (name) => `server/src/proof/solana/${name}.ts`,
    ),
    tests: ['ed25519', 'verify-signature', 'transaction'].map((name) => `server/src/proof/solana/${name}.test.ts`),
  },
  {
    mutate: [
      ...['address', 'bech32', 'ecdsa-encoding', 'read-signature', 'sighash', 'transaction'],
      ...['verify-bip322', 'verify-legacy', 'verify-spend'],
    ].map((name) => `server/src/proof/bitcoin/${name}.ts`),
    tests: [
      ...['address', 'bech32', 'ecdsa-encoding', 'read-signature', 'transaction'],
      ...['verify-bip322', 'verify-spend'],
    ].map((name) => `server/src/proof/bitcoin/${name}.test.ts`),
  },
  {
    mutate: [
      ...['start/start-session', 'start/admission', 'step-up/step-up', 'step-up/use-step-up'].map(
        (name) => `server/src/session/${name}.ts`,
      ),
      'server/src/access/authorize-route.ts',
    ],
    tests: [
      ...[
        'start/start-session',
        'start/admission',
        'start/admission-rule',
        'start/rule-admission',
        'start/record-sign-in',
        'session',
        'step-up/step-up',
        'step-up/stolen-token',
        'step-up/use-step-up',
        'start/refusals',
        'revalidate-contract-wallet',
        'network-change',
      ].map((name) => `server/src/session/${name}.test.ts`),
      'server/src/access/authorize-route.test.ts',
      'server/src/access/authority.test.ts',
      'server/src/accounts/wallet/lost-answer.test.ts',
      'server/src/accounts/invite/invite.test.ts',
      'server/src/accounts/invite/invite-groups.test.ts',
      'server/src/admin/access-requests/access-request.test.ts',
      'server/src/operations/setup/before-setup.test.ts',
      'server/src/operations/setup/setup.test.ts',
    ],
  },
  {
    mutate: ['server/src/accounts/live-session.ts'],
    tests: ['server/src/accounts/live-session.test.ts'],
  },
  {
    mutate: [
      'server/src/platform/http/request/require-own-origin.ts',
      'server/src/forward-auth/hosts/host-name.ts',
      'server/src/oidc/provider/app-access.ts',
    ],
    tests: [
      'server/src/platform/http/request/require-own-origin.test.ts',
      'server/src/forward-auth/hosts/host-name.test.ts',
      'server/src/oidc/provider/app-access.test.ts',
    ],
  },
  {
    mutate: ['server/src/forward-auth/required-access.ts'],
    tests: ['server/src/forward-auth/required-access.test.ts'],
  },
  {
    mutate: ['bearer', 'check-path', 'identity', 'hosts/host-token'].map(
      (name) => `server/src/forward-auth/${name}.ts`,
    ),
    tests: ['bearer', 'check', 'forward-auth', 'identity', 'hosts/host', 'hosts/host-token'].map(
      (name) => `server/src/forward-auth/${name}.test.ts`,
    ),
  },
  {
    mutate: ['server/src/forward-auth/read-request.ts', 'server/src/forward-auth/check.ts'],
    tests: ['read-request', 'check', 'bearer', 'required-access', 'rule-access', 'rules', 'forward-auth'].map(
      (name) => `server/src/forward-auth/${name}.test.ts`,
    ),
  },
  {
    mutate: ['contract', 'ens', 'normalize-name'].map((name) => `server/src/networks/rpc/${name}.ts`),
    tests: ['contract', 'ens', 'normalize-name'].map((name) => `server/src/networks/rpc/${name}.test.ts`),
  },
  {
    mutate: ['ens-name', 'ens-owner'].map((name) => `server/src/rules/conditions/${name}.ts`),
    tests: ['ens-name', 'ens-owner'].map((name) => `server/src/rules/conditions/${name}.test.ts`),
  },
  {
    mutate: [
      ...['evaluation/evaluate', 'evaluation/judge-leaf'],
      ...['verdicts/verdict-times', 'verdicts/write-verdicts'],
    ].map((name) => `server/src/rules/${name}.ts`),
    tests: [
      ...['evaluation/evaluate', 'evaluation/judge', 'evaluation/judge-leaf'],
      ...['verdicts/check-verdicts', 'verdicts/verdict-times'],
      ...['invalidation', 'membership', 'seats'],
    ].map((name) => `server/src/rules/${name}.test.ts`),
  },
  {
    mutate: ['keys/keys', 'provider/provider', 'provider/revoke-if-replayed', 'sign-out/send-logout-token'].map(
      (name) => `server/src/oidc/${name}.ts`,
    ),
    tests: [
      ...['keys/ensure-keys', 'keys/keys', 'provider/provider', 'provider/revoke-if-replayed'],
      'sign-out/send-logout-token',
      ...['tokens/concurrent-use', 'tokens/replay'],
    ].map((name) => `server/src/oidc/${name}.test.ts`),
  },
]

/** The least score of a whole run. */
export const LEAST_SCORE = 90

export default {
  testRunner: 'tap',
  tap: {
    nodeArgs: [
      '--disable-warning=ExperimentalWarning',
      '--test-reporter=tap',
      '-r',
      '{{hookFile}}',
      'test/runner/worker.ts',
      '1',
      '{{testFile}}',
    ],
    forceBail: true,
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  incremental: false,
  // Only in the copy that run.ts makes.
  inPlace: true,
  ignorePatterns: ['bench', 'docs', 'examples', 'web'],
  // A busy machine is no endless loop: a mutant that merely runs late is not killed.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 10,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false, reportScoreTable: false },
}
