/** The oldest versions that the page is built for; `docs/wallets.md` lists them. */
export const SUPPORTED_BROWSERS = { Chrome: '111', Edge: '111', Firefox: '121', Safari: '16.4' } as const
