import * as z from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]).optional() }),
  ),
})

export type RegistryName = { line: number; name: string }

const code = /^```[\s\S]*?^```|`[^`\n]+`/gm
const commands = /\b(npx|npm exec|npm (?:install|i|add))\b((?: +[^\s`&|;]+)*)/g

/**
 * Packages in the commands of a document that the lock file doesn't have. Anybody may register such a name, and would be given
 * what readers type or have in their environment. Files, such as a packed one, are no names.
 */
export function findRegistryNames(markdown: string, lock: unknown): RegistryName[] {
  const known = namesIn(lock)
  return [...markdown.matchAll(code)].flatMap(({ 0: sample, index }) =>
    [...sample.matchAll(commands)].flatMap(({ 1: command = '', 2: rest = '', index: within }) => {
      const line = markdown.slice(0, index + within).split('\n').length
      const unknown = namesOf(command, rest.trim().split(/ +/)).filter((name) => !known.has(name))
      return unknown.map((name) => ({ line, name }))
    }),
  )
}

function namesOf(command: string, words: readonly string[]): string[] {
  const packages = words.flatMap((word) => /^--package=(.+)/.exec(word)?.[1] ?? [])
  const others = words.filter((word) => word !== '' && !word.startsWith('-'))
  const isInstall = !['npx', 'npm exec'].includes(command)
  // What is executed comes from a package that is named, or else names one.
  const executed = packages.length > 0 ? packages : others.slice(0, 1)
  return (isInstall ? others : executed).filter((word) => !isFile(word)).map(withoutVersion)
}

function isFile(word: string): boolean {
  return /^\.{0,2}\/|\.tgz$/.test(word)
}

function withoutVersion(word: string): string {
  return word.replace(/(?<=.)@.*$/, '')
}

/** Packages by their names, and what they execute: `npx cdk` runs the installed one. */
function namesIn(lock: unknown): ReadonlySet<string> {
  const packages = Object.entries(lockFile.parse(lock).packages)
  return new Set(
    packages.flatMap(([path, { bin }]) => [
      path.replace(/^.*node_modules\//, ''),
      ...(typeof bin === 'object' ? Object.keys(bin) : []),
    ]),
  )
}
