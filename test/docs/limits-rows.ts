import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

/** The rows of docs/limits.md under a heading, without their markup. */
export async function rowsUnder(heading: string): Promise<string[][]> {
  const page = await readFile(join(repositoryRoot, 'docs', 'limits.md'), 'utf8')
  const [, section = ''] = page.split(`# ${heading}\n`)
  const [text = ''] = section.split(/^#/m)
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replaceAll('`', '')),
  )
}
