import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPagesIfChanged, dashboardFolder, pagesFolder } from '../infra/build/build-pages.ts'

/** A file of a page, and its bytes as a browser receives it. */
export type PageFile = { name: string; content: string; bytes: number }

export type PageFiles = {
  html: PageFile
  styles: PageFile[]
  /** The scripts that the HTML names, and everything that these import before they run. */
  first: PageFile[]
  /** Loaded when they are needed, each with what it imports itself. */
  later: PageFile[]
}

const folders = { checkout: pagesFolder, dashboard: dashboardFolder } as const

type PageName = keyof typeof folders

/** Builds a page and follows it from its HTML: its folder may also have files of earlier builds. */
export async function readPageFiles(page: PageName): Promise<PageFiles> {
  await buildPagesIfChanged()
  const html = await read(page, 'index.html')
  const linked = (ending: string) =>
    namesIn(html, new RegExp(`"/${page}/(assets/[^"]+\\.${ending})"`, 'g'))
  const first = await withImports(page, linked('js'), new Map())
  const all = new Map(first)
  for (const script of all.values()) {
    await withImports(page, namesIn(script, /import\(["`]\.\/([^"`]+\.js)/g, 'assets/'), all)
  }
  return {
    html,
    styles: await Promise.all(linked('css').map((name) => read(page, name))),
    first: [...first.values()],
    later: [...all.values()].filter(({ name }) => !first.has(name)),
  }
}

/** Adds the scripts and what they import before they run. */
async function withImports(
  page: PageName,
  names: readonly string[],
  found: Map<string, PageFile>,
): Promise<Map<string, PageFile>> {
  for (const name of names) {
    if (found.has(name)) continue
    const script = await read(page, name)
    found.set(name, script)
    const imported = namesIn(script, /(?:from|import)["`]\.\/([^"`]+\.js)["`]/g, 'assets/')
    await withImports(page, imported, found)
  }
  return found
}

async function read(page: PageName, name: string): Promise<PageFile> {
  const content = await readFile(join(folders[page], name), 'utf8')
  return { name, content, bytes: gzipSync(content, { level: 9 }).length }
}

function namesIn({ content }: PageFile, pattern: RegExp, folder = ''): string[] {
  return [...content.matchAll(pattern)].map(([, name]) => `${folder}${name}`)
}

export function sumOfBytes(files: readonly PageFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
