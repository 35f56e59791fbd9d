import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { docsFolder, embedFiles } from '../../build/build-pages.ts'
import { repositoryRoot } from '../../build/repository-root.ts'
import { findStaticFile, pageNotFound } from '../../local/gateway/static-files.ts'
import { pageHeaders } from '../../page-headers.ts'

export function routePageCode(securityContact = ''): string {
  return edgeCode('route-page', {
    FILES: [
      ...filesIn(docsFolder).map((name) => `/docs/${name}`),
      ...embedFiles.map((name) => `/checkout/${name}`),
    ],
    HEADERS: edgeHeaders,
    FRONT_PAGE: textOf(findStaticFile(new Map(), '/')),
    NOT_FOUND_PAGE: textOf(pageNotFound),
    SECURITY_CONTACT: securityContact,
  })
}

export function viewerAddressCode(): string {
  return edgeCode('add-viewer-address', {})
}

export function requestIdCode(): string {
  return edgeCode('add-request-id', {})
}

/**
 * Returns a script without imports or exports, whose `handler` CloudFront calls. esbuild lowers or rejects what the
 * runtime doesn't support, such as destructuring. CloudFront would reject the function, or serve a 503 for every page.
 */
function edgeCode(name: string, constants: Record<string, unknown>): string {
  const source = readFileSync(join(repositoryRoot, 'infra/aws/edge', `${name}.ts`), 'utf8')
  const { code } = transformSync(source.replace('export function', 'function'), {
    loader: 'ts',
    target: 'es5',
    supported: edgeFeatures,
    define: Object.fromEntries(
      Object.entries(constants).map(([constant, value]) => [constant, JSON.stringify(value)]),
    ),
  })
  return code
}

/** Features of JavaScript runtime 2.0 of CloudFront Functions beyond ES 5.1. */
const edgeFeatures = {
  arrow: true,
  'const-and-let': true,
  'exponent-operator': true,
  'rest-argument': true,
  'template-literal': true,
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
