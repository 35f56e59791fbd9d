import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { buildDocs } from './build-docs.ts'
import { repositoryRoot } from './repository-root.ts'
import { buildIfChanged } from './source-fingerprint.ts'
import { writeIfChanged } from './write-if-changed.ts'

/** The checkout page as CloudFront serves it. */
export const pagesFolder = join(repositoryRoot, 'dist/checkout')

/** The guides, and the API reference with the component that it uses. */
export const docsFolder = join(repositoryRoot, 'dist/docs')

/** Files of the checkout page whose names never change. */
export const embedFiles = ['embed.js', 'embed.css'] as const

/** Builds the checkout page with Vite into `dist/checkout`, and guides and API reference into `dist/docs`. */
export async function buildPages(): Promise<void> {
  await buildDocs(docsFolder)
  const root = join(repositoryRoot, 'static-checkout')
  await access(join(root, 'vite.config.ts')).catch((cause: unknown) => {
    throw new Error('static-checkout/vite.config.ts is missing, so the pages cannot be built', {
      cause,
    })
  })
  const { build } = await import('vite')
  const results = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { write: false },
  })
  const outputs = Array.isArray(results) ? results : [results]
  const files = outputs.flatMap((result) => ('output' in result ? result.output : []))
  // index.html refers to the assets, so it is written after them.
  const [pages, assets] = [files.filter(isPage), files.filter((file) => !isPage(file))]
  for (const group of [assets, pages]) await Promise.all(group.map(writeOutput))
}

/** Builds the pages, unless the sources are unchanged since the last build. */
export async function buildPagesIfChanged(): Promise<void> {
  const stamp = join(repositoryRoot, 'dist/.checkout-sources')
  await buildIfChanged(stamp, ['static-checkout', 'static-docs', 'docs', 'shared'], buildPages)
}

type BuiltFile = { fileName: string } & (
  | { type: 'chunk'; code: string }
  | { type: 'asset'; source: string | Uint8Array }
)

function isPage({ fileName }: BuiltFile): boolean {
  return fileName.endsWith('.html')
}

async function writeOutput(file: BuiltFile): Promise<void> {
  const contents = file.type === 'chunk' ? file.code : file.source
  await writeIfChanged(join(pagesFolder, file.fileName), Buffer.from(contents))
}
