/** Copy of the documentation pages, around the text from docs/. */
export const documentation = {
  title: 'Documentation',
  product: 'Countersign',
  titleOf: (page: string) => `${page} · Countersign documentation`,
  sections: { tutorial: 'Tutorial', guides: 'How-to guides', reference: 'Reference' },
  pages: 'All pages',
  onThisPage: 'On this page',
  toSite: 'Back to the site',
  examples: 'Examples',
  examplesLead: 'Configuration files and programs to copy.',
  tableOf: (heading: string) => `Table: ${heading}`,

  copy: 'Copy code',
  copied: 'Copied',

  search: 'Search the documentation',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: (query: string) => `No results for “${query}”`,
  searchFailed: 'Search could not be loaded. Check your connection and try again.',
}
