/** Libraries of wallets that an operator may install. Only these files are served, and the page loads nothing else of them. */

export type WalletLibrary = {
  /** The wallet. */
  name: string
  package: string
  version: string
  /** What npm installs. */
  install: string
  /** A script in the package that contains everything it needs. */
  file: string
  /** Of the file, as in the attribute of the same name. Another version, or a changed file, is not served. */
  integrity: string
  path: string
}

export const walletLibraries = {
  walletConnect: {
    name: 'WalletConnect',
    package: '@walletconnect/sign-client',
    version: '2.21.8',
    install: '@walletconnect/sign-client@2.21.8',
    file: 'dist/index.umd.js',
    integrity: 'sha256-Tlzm7zDNMl5isnP4c6BAMFlYBhmF9MpXKjfK72nXCko=',
    path: '/assets/walletconnect-2.21.8.js',
  },
  baseAccount: {
    name: 'Base Account',
    package: '@base-org/account',
    version: '2.5.10',
    // It depends on any later viem, and some of those need a package that cannot be installed.
    install: '@base-org/account@2.5.10 viem@2.57.1',
    file: 'dist/base-account.min.js',
    integrity: 'sha256-/TB+Rx5zjMFmBKpdUmPXUF1va3bkU1XJd+jGfphfUv4=',
    path: '/assets/base-account-2.5.10.js',
  },
} as const satisfies Record<string, WalletLibrary>
