import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'
import { findBrokenLinks } from './find-broken-links.ts'

const listed = execFileSync('git', ['ls-files'], { cwd: repositoryRoot, encoding: 'utf8' })
const files = listed.split('\n').filter(Boolean)
const foldersOf = (path: string): string[] =>
  path === '.' ? [] : [path, ...foldersOf(posix.dirname(path))]
const pages = files
  .filter((path) => path.endsWith('.md'))
  .map((path) => [path, readFileSync(join(repositoryRoot, path), 'utf8')] as const)
for (const { path, target } of findBrokenLinks(new Map(pages), new Set(files.flatMap(foldersOf)))) {
  console.error(`${path} links to ${target}, which is not there.`)
  process.exitCode = 1
}
