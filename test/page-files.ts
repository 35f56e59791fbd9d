import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPagesIfChanged, pagesFolder } from '../infra/build/build-pages.ts'

/** A file of the checkout page, and its bytes as a browser receives it. */
export type PageFile = { name: string; content: string; bytes: number }

export type PageFiles = {
  html: PageFile
  styles: PageFile[]
  /** The scripts that the HTML names, and everything that these import before they run. */
  first: PageFile[]
  /** What these load when it is needed, each with what it imports itself. */
  later: PageFile[]
}

/** Builds the page and follows it from its HTML: its folder may also have files of earlier builds. */
export async function readPageFiles(): Promise<PageFiles> {
  await buildPagesIfChanged()
  const html = await read('index.html')
  const styles = namesIn(html, /href="\/checkout\/(assets\/[^"]+\.css)"/g)
  const first = await withImports(namesIn(html, /"\/checkout\/(assets\/[^"]+\.js)"/g), new Map())
  const all = new Map(first)
  for (const script of all.values()) {
    await withImports(namesIn(script, /import\(["`]\.\/([^"`]+\.js)/g, 'assets/'), all)
  }
  return {
    html,
    styles: await Promise.all(styles.map(read)),
    first: [...first.values()],
    later: [...all.values()].filter(({ name }) => !first.has(name)),
  }
}

/** Adds the scripts and what they import before they run. */
async function withImports(
  names: readonly string[],
  found: Map<string, PageFile>,
): Promise<Map<string, PageFile>> {
  for (const name of names) {
    if (found.has(name)) continue
    const script = await read(name)
    found.set(name, script)
    await withImports(namesIn(script, /(?:from|import)"\.\/([^"]+\.js)"/g, 'assets/'), found)
  }
  return found
}

async function read(name: string): Promise<PageFile> {
  const content = await readFile(join(pagesFolder, name), 'utf8')
  return { name, content, bytes: gzipSync(content, { level: 9 }).length }
}

function namesIn({ content }: PageFile, pattern: RegExp, folder = ''): string[] {
  return [...content.matchAll(pattern)].map(([, name]) => `${folder}${name}`)
}

export function sumOfBytes(files: readonly PageFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
