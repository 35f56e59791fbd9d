import { subjectImports } from '../checks/subject-imports.ts'
import { storeys, subjects } from '../checks/subjects.ts'
import { fenced, table, withDrawn } from './markdown.ts'

type Arrow = { from: string; to: string }

/** `texts` has those of `shared/` by path. */
export function withSubjects(page: string, texts: ReadonlyMap<string, string>): string {
  return withDrawn(page, [picture(withoutDetours(arrowsOf(texts))), holdings()])
}

function arrowsOf(texts: ReadonlyMap<string, string>): Arrow[] {
  const found = new Set(subjectImports(texts).map(({ from, to }) => `${from} ${to}`))
  return subjects.flatMap(({ folder: from }) =>
    subjects.flatMap(({ folder: to }) => (found.has(`${from} ${to}`) ? [{ from, to }] : [])),
  )
}

/** The arrows that no way over other subjects replaces. */
function withoutDetours(arrows: readonly Arrow[]): Arrow[] {
  const below = (folder: string) => arrows.filter(({ from }) => from === folder).map(({ to }) => to)
  const reaches = (from: string, to: string): boolean =>
    below(from).some((each) => each === to || reaches(each, to))
  return arrows.filter(({ from, to }) => !below(from).some((each) => reaches(each, to)))
}

function picture(arrows: readonly Arrow[]): string {
  const boxes = storeys
    .toReversed()
    .flatMap(({ name, subjects: within }) => [
      `  subgraph storey-${name}[${name}]`,
      ...within.map(({ folder }) => `    ${nodeOf(folder)}[${nameOf(folder)}]`),
      '  end',
    ])
  const lines = arrows.map(({ from, to }) => `  ${nodeOf(from)} --> ${nodeOf(to)}`)
  return fenced('mermaid', ['flowchart TD', ...boxes, ...lines])
}

function holdings(): string {
  const rows = subjects.map(({ folder, holds }) => [`\`shared/${folder}/\``, holds])
  return table(['folder', 'holds'], rows.toReversed())
}

/** Its name in the picture: a slash would be a part of the syntax. */
function nodeOf(folder: string): string {
  return folder.replace('/', '-')
}

function nameOf(folder: string): string {
  return folder.split('/').at(-1) ?? folder
}
