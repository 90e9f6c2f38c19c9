/** The HTML document around a page of the documentation. */

import { documentation as words } from '../../web/src/words/documentation.ts'
import { words as common } from '../../web/src/words/words.ts'
import { icon } from './icon.ts'
import { escapeHtml, type Heading, type Rendered } from './render-markdown.ts'
import { INDEX } from './served-pages.ts'

export type NavSection = { title: string; pages: { path: string; title: string }[] }
export type Assets = { script: string; style: string; font: string }

type Layout = { page: Rendered; path: string; navigation: NavSection[]; assets: Assets }

export function layOut({ page, path, navigation, assets }: Layout): string {
  return `<!doctype html>
<html lang="en" data-theme="system">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(words.titleOf(page.title))}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}"></script>
</head>
<body>
<a class="skip button plain" href="#doc-main">${common.frame.skip}</a>
<header class="doc-header spread">
<a class="doc-brand" href="/docs"><img src="/favicon.svg" alt="" width="28" height="28"><span><span class="doc-product">${words.product}</span> <span class="soft">${words.title}</span></span></a>
${searchForm()}
<a class="text-link small" href="/">${words.toSite}</a>
</header>
<div class="doc-body">
<nav class="doc-nav" aria-label="${words.pages}"><details open><summary>${words.pages}</summary>
${navigation.map((section) => navSection(section, path)).join('\n')}
</details></nav>
<main id="doc-main" class="doc-main" tabindex="-1">
<article class="doc-text">
${page.html}</article>
</main>
${path === INDEX.path ? '' : contents(page.headings)}
</div>
<footer class="doc-footer">
${themeSwitch()}
</footer>
<div id="live-polite" class="hidden-visually" role="status"></div>
<template id="doc-copy"><button type="button" class="button quiet doc-copy" aria-label="${words.copy}" title="${words.copy}">${icon('copy', 18)}${icon('check', 18)}</button></template>
</body>
</html>
`
}

function navSection({ title, pages }: NavSection, current: string): string {
  const entries = pages.map(({ path, title: name }) => {
    const mark =
      path === current ? ' aria-current="page"' : current.startsWith(`${path}/`) ? ' aria-current="true"' : ''
    return `<li><a href="${path}"${mark}>${escapeHtml(name)}</a></li>`
  })
  return `<h2>${title}</h2>\n<ul>${entries.join('')}</ul>`
}

/** Shown from two headings on. */
function contents(headings: Heading[]): string {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (listed.length < 2) return ''
  const entries = listed.map(
    ({ depth, id, text }) =>
      `<li${depth === 3 ? ' class="doc-sub"' : ''}><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="doc-contents" aria-labelledby="doc-contents"><details open><summary id="doc-contents">${words.onThisPage}</summary>
<ul>${entries.join('')}</ul>
</details></nav>`
}

/** Hidden until the script, which searches in the browser, has run. */
function searchForm(): string {
  return `<form class="doc-search" role="search" hidden>
<label for="doc-query">${icon('search', 18)}<span class="hidden-visually">${words.search}</span></label>
<input id="doc-query" type="search" placeholder="${words.search}" autocomplete="off" spellcheck="false" maxlength="100">
<div class="doc-results surface" hidden></div>
</form>`
}

const THEME_ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const

function themeSwitch(): string {
  const { theme, themes } = common.frame
  const choices = Object.entries(THEME_ICONS).map(([name, image]) => {
    const label = themes[name as keyof typeof themes] // the keys of the icons are the themes
    return `<label title="${label}"><input type="radio" name="theme" value="${name}" class="hidden-visually" aria-label="${label}">${icon(image, 16)}</label>`
  })
  return `<fieldset class="theme-switch" hidden><legend class="hidden-visually">${theme}</legend>${choices.join('')}</fieldset>`
}
