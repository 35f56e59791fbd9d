import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stateMachinePage } from './state-machine-page.ts'

/** Regenerates the page. After a change of the table, run `npm run docs`. */
writeFileSync(
  fileURLToPath(new URL('../../docs/state-machine.md', import.meta.url)),
  stateMachinePage(),
)
