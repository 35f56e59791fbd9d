import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { docsFolder, pagesFolder } from '../../build/build-pages.ts'
import { repositoryRoot } from '../../build/repository-root.ts'
import { findStaticFile, pageNotFound } from '../../local/gateway/static-files.ts'
import { pageHeaders } from '../../page-headers.ts'

/** The code of the CloudFront Function that finds the file of a page. */
export function routePageCode(): string {
  const files = [
    ...filesIn(pagesFolder).map((name) => `/checkout/${name}`),
    ...filesIn(docsFolder).map((name) => `/docs/${name}`),
  ]
  return edgeCode('route-page', {
    FILES: files,
    HEADERS: edgeHeaders,
    FRONT_PAGE: textOf(findStaticFile(new Map(), '/')),
    NOT_FOUND_PAGE: textOf(pageNotFound),
  })
}

/** The code of the CloudFront Function that tells the functions who asks. */
export function nameViewerCode(): string {
  return edgeCode('name-viewer', {})
}

/** A script without imports or exports, whose `handler` CloudFront calls. */
function edgeCode(name: string, constants: Record<string, unknown>): string {
  const source = readFileSync(join(repositoryRoot, 'infra/aws/edge', `${name}.ts`), 'utf8')
  const { code } = transformSync(source.replace('export function', 'function'), {
    loader: 'ts',
    target: 'es2019',
    define: Object.fromEntries(
      Object.entries(constants).map(([constant, value]) => [constant, JSON.stringify(value)]),
    ),
  })
  return code
}

const edgeHeaders = Object.fromEntries(
  Object.entries({
    ...pageHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
  }).map(([name, value]) => [name.toLowerCase(), { value }]),
)

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

function textOf(page: { body: Uint8Array } | undefined): string {
  return Buffer.from(page?.body ?? []).toString()
}
