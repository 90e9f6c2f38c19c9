/** UI copy of the HTML that is shown until the script of the page runs. */
export const placeholder = {
  noScript: 'This page needs JavaScript: it talks to your wallet.',
  failed: {
    title: 'This page didn’t start',
    body: 'Reload it. If that doesn’t help, your browser may be too old.',
    browsers: (names: string) =>
      `You need ${names}, or newer. In a wallet app, update the app and your phone’s system.`,
    help: 'Which browsers work',
  },
}
