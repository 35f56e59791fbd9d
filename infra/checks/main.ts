import { posix } from 'node:path'
import { countLines } from './count-lines.ts'
import { findBrokenLinks } from './find-broken-links.ts'
import { findLicences } from './find-licences.ts'
import { findRegistryNames } from './find-registry-names.ts'
import { findUntestedClaims } from './find-untested-claims.ts'
import { findUnverifiedPackages } from './find-unverified-packages.ts'
import { findWords } from './find-words.ts'
import { readShared, readTracked, trackedPaths } from './read-tracked.ts'
import { subjectImports, upwardImports } from './subject-imports.ts'

/** A test of bad examples, and subjects of commits. */
const notChecked = /^infra\/checks\/find-words\.test\.ts$|^CHANGELOG\.md$/

const problems: readonly string[] = [
  ...upwardImports(subjectImports(readShared())).map(
    ({ path, imported }) =>
      `${path} imports ${imported}, which is not below it. infra/checks/subjects.ts has the order: move what is needed down, or let the lower one take it as an argument.`,
  ),
  ...findBrokenLinks(readTracked('*.md'), new Set(trackedPaths().flatMap(withFolders))).map(
    ({ path, target }) => `${path} links to ${target}, which is not there.`,
  ),
  ...[...readTracked('docs/threat-model.md')].flatMap(([path, text]) =>
    findUntestedClaims(path, text, readTracked('*.test.ts', 'test/**/*.ts')).map(
      ({ line, problem }) => `${path}:${line} ${problem}.`,
    ),
  ),
  ...[...readTracked('*.md', '*.html', '*.ts', '*.tsx', '*/de.json')]
    .filter(([path]) => !notChecked.test(path))
    .flatMap(([path, text]) =>
      findWords(path, text).map(
        ({ line, found, instead }) => `${path}:${line}: "${found}". Write instead: ${instead}.`,
      ),
    ),
  ...[...readTracked('*package-lock.json')].flatMap(([file, lock]) =>
    findLicences(JSON.parse(lock), file).map(
      ({ path, licence }) =>
        `${file}: ${path} has the licence ${licence}. Use another package, or say in infra/checks/find-licences.ts why it may stay.`,
    ),
  ),
  ...[...readTracked('package-lock.json').values()].flatMap((lock) =>
    [...readTracked('*.md')].flatMap(([path, text]) =>
      findRegistryNames(text, JSON.parse(lock)).map(
        ({ line, name }) =>
          `${path}:${line} takes ${name} from the registry, where it may be anybody's. Name a packed file, or a package of the lock file.`,
      ),
    ),
  ),
  ...[...readTracked('*package-lock.json')].flatMap(([file, lock]) =>
    findUnverifiedPackages(JSON.parse(lock)).map(
      (path) =>
        `${file}: ${path} has no "integrity". Add what npm view NAME@VERSION dist.integrity prints.`,
    ),
  ),
]

function withFolders(path: string): string[] {
  return path === '.' ? [] : [path, ...withFolders(posix.dirname(path))]
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
if (process.argv.includes('--size')) {
  const { source, tests, generated } = countLines(readTracked('*.ts', '*.tsx'))
  console.log(
    `lines: ${source} of source, ${tests} of tests and their helpers, ${generated} generated`,
  )
}
