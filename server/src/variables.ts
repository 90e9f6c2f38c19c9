/** Every environment variable. `scripts/environment.ts` writes the documentation, `.env.example` and the schema from it. */

import { DATABASE_WAIT_MS } from '@countersign/contract/limits.ts'
import { walletAppIds } from '@countersign/contract/schemas/public.ts'

export type Variable = {
  kind: 'text' | 'integer' | 'url' | 'path' | 'list' | 'choice' | 'secret'
  /** What applies when it is not set. */
  default?: string
  /** The same in words, if it is no value. */
  unset?: string
  /** Of a choice. */
  values?: readonly string[]
  /** Of an integer. */
  range?: readonly [number, number]
  example: string
  /** Also read from the file that the variable of this name and `_FILE` names. */
  secret?: true
  meaning: string
}

export const DEFAULT_RELAY = 'wss://relay.walletconnect.org'
export const DEFAULT_BASE_ACCOUNT = 'https://keys.coinbase.com/connect'
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
const SWITCH = ['on', 'off'] as const

export const variables = {
  PUBLIC_URL: {
    kind: 'url',
    unset: '`http://localhost:<PORT>`',
    example: 'https://id.example',
    meaning: 'The origin people open.',
  },
  PORT: { kind: 'integer', default: '3000', range: [0, 65_535], example: '8080', meaning: 'Port to listen on.' },
  HOST: {
    kind: 'text',
    unset: 'loopback for localhost, otherwise `0.0.0.0`',
    example: '127.0.0.1',
    meaning: 'Address to listen on.',
  },
  DATABASE_URL: {
    kind: 'url',
    secret: true,
    unset: 'a file in `DATA_DIR`',
    example: 'postgres://countersign@localhost/countersign',
    meaning: '`postgres://…` for PostgreSQL 15 or newer, `file:…` for another SQLite file.',
  },
  DATABASE_TIMEOUT: {
    kind: 'integer',
    default: String(DATABASE_WAIT_MS / 1000),
    range: [1, 300],
    example: '10',
    meaning: 'Seconds that a request waits for a busy or unreachable database, 1 to 300; then the response is 503.',
  },
  DATA_DIR: {
    kind: 'path',
    default: 'data',
    example: '/var/lib/countersign',
    meaning: 'Folder of the database file and the generated secret key.',
  },
  SECRET_KEY: {
    kind: 'secret',
    secret: true,
    unset: 'generated, in `secret.key` in `DATA_DIR`',
    example: '<openssl rand -hex 32>',
    meaning: '32 bytes as hex or base64. Several nodes must share it.',
  },
  TRUSTED_PROXIES: {
    kind: 'list',
    unset: 'none',
    example: '127.0.0.1, 10.0.0.0/8',
    meaning: 'IP addresses and ranges whose `X-Forwarded-For` is trusted, such as `127.0.0.1, 10.0.0.0/8`.',
  },
  OWNER_WALLETS: {
    kind: 'list',
    unset: 'none',
    example: '<your address>',
    meaning:
      'Ethereum, Solana or Bitcoin addresses whose people become owners when they sign in; CAIP-10 accounts work too. See [Owners and roles](#owners-and-roles).',
  },
  BACKUP_DIR: {
    kind: 'path',
    unset: 'none',
    example: '/var/backups/countersign',
    meaning: 'Folder for a daily copy of the SQLite file. See [Backup and restore](#backup-and-restore).',
  },
  'RPC_<chain id>': {
    kind: 'list',
    secret: true,
    unset: 'none',
    example: 'https://rpc.example/key',
    meaning: 'RPC endpoints of that chain, separated by spaces. See [Networks](#networks).',
  },
  WALLETCONNECT_PROJECT_ID: {
    kind: 'text',
    unset: 'none: not offered',
    example: '0123456789abcdef0123456789abcdef',
    meaning: '32 hex digits. Offers WalletConnect, once its library is installed. See [WalletConnect](#walletconnect).',
  },
  WALLETCONNECT_RELAY_URL: {
    kind: 'url',
    unset: `\`${DEFAULT_RELAY}\``,
    example: 'wss://relay.example',
    meaning: 'Another relay. `ws://` on localhost only.',
  },
  BASE_ACCOUNT: {
    kind: 'choice',
    default: 'off',
    values: SWITCH,
    example: 'on',
    meaning:
      '`on` offers Base Account, once its library is installed. It also needs `RPC_8453`. See [Base Account](#base-account).',
  },
  BASE_ACCOUNT_URL: {
    kind: 'url',
    unset: `\`${DEFAULT_BASE_ACCOUNT}\``,
    example: 'https://keys.example/connect',
    meaning: 'Another page for its popup. `http://` on localhost only.',
  },
  WALLET_APPS: {
    kind: 'list',
    default: walletAppIds.join(', '),
    example: 'metamask, trust',
    meaning: 'Wallet apps offered on phones, in this order. See [Wallet apps on phones](#wallet-apps-on-phones).',
  },
  DEMO_WALLET: {
    kind: 'choice',
    unset: 'on for localhost',
    values: SWITCH,
    example: 'off',
    meaning: '`off` disables the demo wallet. It cannot be enabled anywhere else.',
  },
  LOG_LEVEL: {
    kind: 'choice',
    default: 'info',
    values: LOG_LEVELS,
    example: 'warn',
    meaning: '`debug`, `info`, `warn` or `error`.',
  },
} as const satisfies Record<string, Variable>
