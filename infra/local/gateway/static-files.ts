import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pageHeaders, strictPageHeaders } from '../../page-headers.ts'
import type { GatewayResponse } from './proxy-response.ts'
import { localInstanceMark } from './test-wallet.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The files of the built pages by path, such as `checkout/index.html`. */
export type StaticFiles = ReadonlyMap<string, GatewayResponse>

/** Reads the pages' folders once, so no request can reach a file outside them. */
export async function loadStaticFiles(folders: {
  checkout: string
  dashboard: string
  docs: string
}): Promise<StaticFiles> {
  const [checkout, dashboard, docs] = await Promise.all([
    loadFolder(folders.checkout, { prefix: 'checkout', headers: pageHeaders }),
    loadFolder(folders.dashboard, { prefix: 'dashboard', headers: strictPageHeaders }),
    loadFolder(folders.docs, { prefix: 'docs', headers: strictPageHeaders }),
  ])
  return new Map([...checkout, ...dashboard, ...docs])
}

type Page = { prefix: string; headers: Record<string, string> }

async function loadFolder(folder: string, page: Page): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const))
  return new Map(
    files.map(([path, body]) => {
      const name = relative(folder, path).split(sep).join('/')
      return [
        `${page.prefix}/${name}`,
        {
          status: 200,
          headers: { ...page.headers, ...fileHeaders(name) },
          body: marked(name, body),
        },
      ]
    }),
  )
}

/** Deployed pages have no such mark. */
function marked(name: string, body: Uint8Array): Uint8Array {
  if (name !== 'index.html') return body
  return Buffer.from(Buffer.from(body).toString().replace('<title>', `${localInstanceMark}<title>`))
}

/** Vite names assets by their content, so they can be cached forever. The page that refers to them can't. */
function fileHeaders(name: string): Record<string, string> {
  return {
    'Content-Type': contentTypes[extname(name)] ?? 'application/octet-stream',
    'Cache-Control': name.startsWith('assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
  }
}

/** Returns the file that CloudFront serves for a path; the pages of all links and sessions are the same file. */
export function findStaticFile(files: StaticFiles, path: string): GatewayResponse | undefined {
  const file = files.get(path.slice(1))
  if (file) return file
  if (path === '/') return frontPage
  if (/^\/(checkout|dashboard)\/assets\//.test(path)) return undefined
  // Also what can't be a link or a session: the page says so, in the customer's language.
  if (/^\/(l|checkout)(\/|$)/.test(path)) return files.get('checkout/index.html')
  if (/^\/refund(\/|$)/.test(path)) return files.get('checkout/refund.html')
  if (/^\/dashboard(\/|$)/.test(path)) return files.get('dashboard/index.html')
  if (/^\/docs\/?$/.test(path)) return files.get('docs/index.html')
  if (path.startsWith('/docs/')) return files.get(`${path.slice(1)}.html`)
  return undefined
}

/** Redirects a browser without JavaScript, which follows a link in the page: all sessions have the same file. */
export function plainPageOf(path: string, query: string): GatewayResponse | undefined {
  const [, session] = /^\/checkout\/([^/]+)\/?$/.exec(path) ?? []
  if (!session || !new URLSearchParams(query).has('plain')) return undefined
  const headers = { Location: `/api/checkout/sessions/${session}/plain` }
  return { status: 302, headers, body: new Uint8Array() }
}

const frontPage = plainPage(200, {
  title: 'Quittance',
  text: 'This Quittance instance is running. <a href="/docs">Read the guides and the API reference.</a>',
})

export const pageNotFound = plainPage(404, {
  title: 'Page not found',
  text: 'Check the address for typing mistakes. If you wanted to pay, open the seller’s link again, or ask them for a new one.',
})

/** Uses the checkout page's styles, whose file always has the same name. */
function plainPage(
  status: number,
  { title, text }: { title: string; text: string },
): GatewayResponse {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/checkout/embed.css"></head>
<body><main class="page alone"><div class="sheet"><div class="body headline"><div><h1>${title}</h1><p>${text}</p></div></div></div></main></body>
</html>
`
  return {
    status,
    headers: { ...pageHeaders, ...fileHeaders('page.html') },
    body: Buffer.from(html),
  }
}
