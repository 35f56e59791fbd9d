import { type Html, html } from '../../../shared/http/html.ts'
import { pageSections } from './page-sections.ts'

/** A page of the site. */
export type SitePage = { name: string; title: string; purpose: string; body: Html }

/** Pages under one title in the navigation. */
export type PageGroup = { title: string; pages: readonly SitePage[] }

export const urlOfPage = (name: string): string => `/docs/${name}.html`

/** The document of a page, with navigation, its own contents, and the pages before and after it. */
export function pageDocument(page: SitePage, groups: readonly PageGroup[]): string {
  const pages = groups.flatMap((group) => group.pages)
  const at = pages.indexOf(page)
  return siteDocument(page.title, {
    groups,
    current: page.name,
    aside: contentsOf(page),
    main: html`${page.body}
<nav class="turn" aria-label="Next and previous page">
${turn('Previous', pages[at - 1])}
${turn('Next', pages[at + 1])}
</nav>`,
  })
}

/** The first page: every page with what it is for. */
export function frontDocument(groups: readonly PageGroup[]): string {
  return siteDocument('Documentation', {
    groups,
    current: null,
    aside: null,
    main: html`<h1>Documentation</h1>
<p>This instance accepts crypto payments: links, checkout sessions, and signed webhooks.</p>
${groups.map(
  ({ title, pages }) => html`<h2>${title}</h2>
<ul class="guides">${pages.map(
    ({ name, title: pageTitle, purpose }) =>
      html`<li><a href="${urlOfPage(name)}">${pageTitle}</a><p>${purpose}</p></li>
`,
  )}</ul>
`,
)}<p>For generators of clients, there is the <a href="/api/v1/openapi.json">OpenAPI document</a>.</p>`,
  })
}

function contentsOf({ body }: SitePage): Html | null {
  const sections = pageSections(body.text).filter(({ level }) => level === 2)
  if (sections.length < 2) return null
  return html`<nav class="contents" aria-labelledby="contents-title">
<p id="contents-title">On this page</p>
<ul>${sections.map(
    ({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>
`,
  )}</ul>
</nav>`
}

function turn(label: string, page: SitePage | undefined): Html | null {
  if (!page) return null
  return html`<a href="${urlOfPage(page.name)}"><span>${label}</span> ${page.title}</a>`
}

type Document = {
  groups: readonly PageGroup[]
  current: string | null
  main: Html
  aside: Html | null
}

function siteDocument(title: string, { groups, current, main, aside }: Document): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Quittance</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="home" href="/docs">Quittance <span>Documentation</span></a>
<a class="to-pages" href="#pages">All pages</a>
<search hidden>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" maxlength="100" placeholder="Search" aria-keyshortcuts="/">
<div id="found" role="status" hidden></div>
</search>
</header>
<div class="site">
<main id="main" tabindex="-1">
${main}
</main>
${aside}
${navigation(groups, current)}
</div>
</body>
</html>
`.text
}

function navigation(groups: readonly PageGroup[], current: string | null): Html {
  const link = ({ name, title }: SitePage) =>
    name === current
      ? html`<a href="${urlOfPage(name)}" aria-current="page">${title}</a>`
      : html`<a href="${urlOfPage(name)}">${title}</a>`
  return html`<nav id="pages" class="pages" aria-label="All pages">
${groups.map(
  ({ title, pages }) => html`<p>${title}</p>
<ul>${pages.map(
    (page) => html`<li>${link(page)}</li>
`,
  )}</ul>
`,
)}</nav>`
}
