import { argv } from 'node:process'
import type { Part } from './build-apart.ts'
import { buildFunctions } from './build-functions.ts'
import { buildPages } from './build-pages.ts'

const builds: Record<Part, () => Promise<unknown>> = {
  functions: buildFunctions,
  pages: buildPages,
}
const build = Object.entries(builds).find(([part]) => part === argv[2])?.[1]
try {
  await build?.()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
