import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'
import { findUnverifiedPackages } from './find-unverified-packages.ts'

const lock = readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')
for (const path of findUnverifiedPackages(JSON.parse(lock))) {
  console.error(
    `package-lock.json: ${path} has no "integrity". Add what npm view NAME@VERSION dist.integrity prints.`,
  )
  process.exitCode = 1
}
