import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { openapi } from '../../../shared/openapi/openapi.ts'
import { repositoryRoot } from '../repository-root.ts'
import { writeIfChanged } from '../write-if-changed.ts'
import { guideMarkup, type PageUrls } from './guide-markup.ts'
import {
  frontDocument,
  type PageGroup,
  pageDocument,
  type SitePage,
  urlOfPage,
} from './page-layout.ts'
import { pageSections } from './page-sections.ts'
import { referencePages } from './reference-pages.ts'
import { type Guide, sections } from './site-map.ts'

/** Builds the site at `/docs`, and deletes pages that no longer exist. */
export async function buildDocs(folder: string): Promise<void> {
  const groups = await pageGroups()
  const pages = groups.flatMap((group) => group.pages)
  const built = new Map<string, string | Uint8Array>([
    ['docs.css', await bundled('docs.css')],
    ['docs.js', await bundled('docs.ts')],
    ['search.json', JSON.stringify(groups.flatMap(searched))],
    ...pages.map((page) => [`${page.name}.html`, pageDocument(page, groups)] as const),
    // Last, because it is what the others are found by.
    ['index.html', frontDocument(groups)],
  ])
  for (const [name, content] of built)
    await writeIfChanged(join(folder, name), Buffer.from(content))
  const present = await readdir(folder, { recursive: true })
  const left = present
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(html|js)$/.test(name) && !built.has(name))
  for (const name of left) await rm(join(folder, name), { force: true })
}

/** The reference comes after these, before what only an owner reads. */
const firstSectionsForMerchants = 3

async function pageGroups(): Promise<PageGroup[]> {
  const urls: PageUrls = new Map([
    ...sections.flatMap(({ guides }) =>
      guides.map(({ source, name }) => [source, urlOfPage(name)] as const),
    ),
  ])
  const groups = sections.map(async ({ title, guides }) => ({
    title,
    pages: await Promise.all(guides.map((guide) => guidePage(guide, urls))),
  }))
  const reference = { title: 'API reference', pages: referencePages(openapi({ baseUrl: '' })) }
  return (await Promise.all(groups)).toSpliced(firstSectionsForMerchants, 0, reference)
}

async function guidePage({ source, name, purpose }: Guide, urls: PageUrls): Promise<SitePage> {
  const text = await readFile(join(repositoryRoot, source), 'utf8')
  const body = guideMarkup(text, { source, urls })
  return { name, purpose, body, title: pageSections(body.text)[0]?.heading ?? name }
}

/** The index for `static-docs/search.ts`: each section with its page. Guides for merchants come first. */
function searched({ pages }: PageGroup, place: number) {
  const weight = place < firstSectionsForMerchants ? 1 : 0.6
  return pages.flatMap(({ name, title, purpose, body }) =>
    pageSections(body.text).map(({ id, heading, text, level }) => ({
      url: level === 1 ? urlOfPage(name) : `${urlOfPage(name)}#${id}`,
      page: title,
      heading: level === 1 ? '' : heading,
      text: level === 1 ? `${purpose} ${text}` : text,
      weight,
    })),
  )
}

async function bundled(name: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(repositoryRoot, 'static-docs', name)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const [file] = outputFiles
  if (!file) throw new Error(`esbuild made nothing of ${name}`)
  return file.contents
}
