import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'
import { findWords } from './find-words.ts'

/** Texts in other languages. */
const translations = /^static-(checkout|dashboard)\/src\/texts\/(\w+\/)?(?!en)[a-z]{2}\.ts$/

/** Has bad examples on purpose. */
const examples = 'infra/checks/find-words.test.ts'

const listed = execFileSync('git', ['ls-files', '*.md', '*.html', '*.ts', '*.tsx'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
})
const paths = listed
  .split('\n')
  .filter((path) => path && path !== examples && !translations.test(path))
for (const path of paths) {
  for (const finding of findWords(path, readFileSync(join(repositoryRoot, path), 'utf8'))) {
    console.error(`${path}:${finding.line}: "${finding.found}". Write instead: ${finding.instead}.`)
    process.exitCode = 1
  }
}
