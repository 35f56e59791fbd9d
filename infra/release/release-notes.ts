import { isOlderRelease } from '../../shared/records/settings/rules/lowest-release.ts'
import { OperateError } from '../operate/operate-error.ts'

/** A commit that the notes may name, as its subject says it: `feat(links)!: …`. */
export type Change = { type: string; scope: string; isBreaking: boolean; text: string }

const groups = { feat: 'Added', fix: 'Fixed', perf: 'Faster' } as const

/** Those of the subjects that are conventional commits. */
export function changesOf(subjects: readonly string[]): Change[] {
  return subjects.flatMap((subject) => {
    const [, type, scope = '', mark, text] = /^(\w+)(?:\(([^)]+)\))?(!)?: (.+)$/.exec(subject) ?? []
    return type === undefined || text === undefined
      ? []
      : [{ type, scope, isBreaking: mark === '!', text }]
  })
}

/** The release after `last`: what breaks or adds something raises more than a fix. */
export function nextRelease(last: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0, patch = 0] = last.split('.').map(Number)
  const isBreaking = changes.some((change) => change.isBreaking)
  if (isBreaking && major > 0) return `${major + 1}.0.0`
  if (isBreaking || changes.some(({ type }) => type === 'feat')) return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}

type Released = {
  version: string
  day: string
  changes: readonly Change[]
  /** The first release lists features only: it fixes and breaks nothing that anybody has. */
  isFirst: boolean
}

/** The section of a release in `CHANGELOG.md`. */
export function releaseNotes({ version, day, changes, isFirst }: Released): string {
  const named = [
    ['Breaking', changes.filter(({ isBreaking }) => isBreaking && !isFirst)],
    ...Object.entries(groups)
      .filter(([type]) => !isFirst || type === 'feat')
      .map(([type, title]) => [title, changes.filter((change) => change.type === type)] as const),
  ] as const
  const sections = named.flatMap(([title, of]) =>
    of.length === 0 ? [] : [`### ${title}`, of.map(lineOf).toSorted().join('\n')],
  )
  return [`## ${version} (${day})`, ...sections].join('\n\n')
}

function lineOf({ scope, text }: Change): string {
  return `- ${scope && `${scope}: `}${text}`
}

/** The newest release in the changelog, or undefined if it has none. */
export function newestRelease(changelog: string): string | undefined {
  return /(?<=^## )\d[\d.]*/m.exec(changelog)?.[0]
}

/** The changelog with another release on top. Throws if it has that release, or a newer one. */
export function withRelease(changelog: string, version: string, notes: string): string {
  const newest = newestRelease(changelog)
  if (newest !== undefined && !isOlderRelease(newest, version)) {
    throw new OperateError(
      `CHANGELOG.md has ${newest} already. Is its tag here? Run: git fetch --tags`,
    )
  }
  const [head = '', ...releases] = changelog.split(/^(?=## )/m)
  return [head.trimEnd(), notes, ...releases.map((each) => each.trimEnd())]
    .join('\n\n')
    .concat('\n')
}
