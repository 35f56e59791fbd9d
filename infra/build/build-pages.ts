import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { asInProduction } from '../config.ts'
import { buildDocs } from './docs/build-docs.ts'
import { release } from './release.ts'
import { repositoryRoot } from './repository-root.ts'
import { buildIfChanged } from './source-fingerprint.ts'
import { writeIfChanged } from './write-if-changed.ts'

/** The checkout page as CloudFront serves it. */
export const pagesFolder = join(repositoryRoot, 'dist/checkout')

/** The guides, and the API reference with the component that it uses. */
export const docsFolder = join(repositoryRoot, 'dist/docs')

/** Records the sources that all pages were built from. */
export const pagesStamp = join(repositoryRoot, 'dist/.page-sources')

/** Files of the checkout page whose names never change. */
export const embedFiles = ['embed.js', 'embed.css', 'provider-page.js'] as const

/** The dashboard as CloudFront serves it. */
export const dashboardFolder = join(repositoryRoot, 'dist/dashboard')

/** Builds the pages with Vite into `dist`, and guides and API reference into `dist/docs`. */
export async function buildPages(): Promise<void> {
  await buildDocs(docsFolder)
  await buildPage('static-checkout', pagesFolder)
  await buildPage('static-checkout', pagesFolder, 'documents')
  await buildPage('static-checkout', pagesFolder, 'refund')
  await buildPage('static-dashboard', dashboardFolder)
}

async function buildPage(source: string, folder: string, mode?: string): Promise<void> {
  const root = join(repositoryRoot, source)
  await access(join(root, 'vite.config.ts')).catch((cause: unknown) => {
    throw new Error(`${source}/vite.config.ts is missing, so the pages cannot be built`, { cause })
  })
  const { build } = await import('vite')
  const results = await build({
    root,
    ...(mode && { mode }),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    define: { ...asInProduction, __RELEASE__: JSON.stringify(release()) },
    build: { write: false },
  })
  const outputs = Array.isArray(results) ? results : [results]
  const files = outputs.flatMap((result) => ('output' in result ? result.output : []))
  // index.html refers to the assets, so it is written after them.
  const [pages, assets] = [files.filter(isPage), files.filter((file) => !isPage(file))]
  for (const group of [assets, pages]) {
    await Promise.all(group.map((file) => writeOutput(folder, file)))
  }
}

const sources = [
  'static-ui',
  'static-checkout',
  'static-dashboard',
  'static-docs',
  'docs',
  'shared',
]

/** Builds the pages, unless the sources are unchanged since the last build. */
export async function buildPagesIfChanged(build = buildPages): Promise<void> {
  await buildIfChanged(pagesStamp, { sources, release: release() }, build)
}

type BuiltFile = { fileName: string } & (
  | { type: 'chunk'; code: string }
  | { type: 'asset'; source: string | Uint8Array }
)

function isPage({ fileName }: BuiltFile): boolean {
  return fileName.endsWith('.html')
}

async function writeOutput(folder: string, file: BuiltFile): Promise<void> {
  const contents = file.type === 'chunk' ? file.code : file.source
  await writeIfChanged(join(folder, file.fileName), Buffer.from(contents))
}
