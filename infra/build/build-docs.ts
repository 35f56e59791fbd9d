import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { Html, html } from '../../shared/http/html.ts'
import { repositoryRoot } from './repository-root.ts'
import { writeIfChanged } from './write-if-changed.ts'

const files = {
  'openapi-explorer.min.js': 'node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js',
  'docs.css': 'static-docs/docs.css',
  'reference.html': 'static-docs/reference.html',
}

/** The guides at `/docs`, in the order in which they are read, with what each is for. */
const guides = {
  'quick-start': 'From nothing to a paid test payment in five minutes.',
  'accepting-a-payment': 'Payment links, your own orders, and quotes.',
  embed: 'A button, a redirect, or a frame on your page.',
  webhooks: 'Receive and verify events.',
  'webhooks-operations': 'When deliveries fail: retries, replays, and disabled endpoints.',
  statuses: 'What each status means, and when to fulfil an order.',
  errors: 'Every error code, and what to do.',
  idempotency: 'Repeat a request safely.',
  refunds: 'Promise money back, send it, and see it proved.',
  limits: 'Rate limits, cookies and headers.',
  testing: 'Test every outcome on one machine.',
  customers: 'Who paid, how to erase them, and what is kept how long.',
  deploy: 'From an empty account of AWS to the first test payment.',
  operate: 'People, networks, notifiers, providers, alarms, logs.',
  money: 'Payout wallets, sweeps, and the books.',
  'back-up-and-recover': 'What can be lost, and what brings it back.',
  upgrading: 'Go to a newer release, and back.',
  troubleshoot: 'What to look at first.',
  glossary: 'The words of the dashboard, the API and these guides.',
} as const

/** Headings get the ids that GitHub gives them, which links name. */
const markdown = new Marked(gfmHeadingId())

/** Builds the pages at `/docs`, and removes those of guides that are no more. */
export async function buildDocs(folder: string): Promise<void> {
  const built = new Map<string, Buffer>()
  for (const [name, source] of Object.entries(files)) {
    built.set(name, await readFile(join(repositoryRoot, source)))
  }
  const titles = new Map<string, string>()
  for (const name of Object.keys(guides)) {
    const text = await readFile(join(repositoryRoot, 'docs', `${name}.md`), 'utf8')
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name
    titles.set(name, title)
    built.set(`${name}.html`, Buffer.from(guidePage(title, text)))
  }
  built.set('index.html', Buffer.from(frontPage(titles)))
  for (const [name, content] of built) await writeIfChanged(join(folder, name), content)
  const left = (await readdir(folder)).filter((name) => name.endsWith('.html') && !built.has(name))
  for (const name of left) await rm(join(folder, name), { force: true })
}

function guidePage(title: string, text: string): string {
  const body = new Html(accessible(markdown.parse(withPageLinks(text), { async: false })))
  const where = html`<p class="where"><a href="/docs">Documentation</a></p>`
  return documentOf(title, html`<nav aria-label="Documentation">${where}</nav><main>${body}</main>`)
}

/** What scrolls sideways can also be scrolled with the keyboard, and no header is empty. */
function accessible(markup: string): string {
  return markup.replace(/<(pre|table)>/g, '<$1 tabindex="0">').replaceAll('<th></th>', '<td></td>')
}

/** Guides link to each other's files. What is not at `/docs` stays as text. */
function withPageLinks(guide: string): string {
  return guide.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (link, text: string, target: string) => {
    if (/^(https?:|#)/.test(target)) return link
    const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
    return name in guides ? `[${text}](/docs/${name}.html${anchor})` : text
  })
}

function frontPage(titles: ReadonlyMap<string, string>): string {
  const rows = Object.entries(guides).map(
    ([name, purpose]) =>
      html`<li><a href="/docs/${name}.html">${titles.get(name) ?? name}</a><p>${purpose}</p></li>`,
  )
  return documentOf(
    'Documentation',
    html`<main><h1>Documentation</h1>
<p>This instance accepts crypto payments: links, checkout sessions, and signed webhooks.</p>
<h2>Guides</h2>
<ul class="guides">${rows}</ul>
<h2>Reference</h2>
<ul class="guides">
<li><a href="/docs/reference.html">API reference</a><p>Every operation, with its fields and errors.</p></li>
<li><a href="/api/v1/openapi.json">OpenAPI document</a><p>For generators of clients.</p></li>
</ul></main>`,
  )
}

function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Quittance</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<div class="page">
${body}
</div>
</body>
</html>
`.text
}
