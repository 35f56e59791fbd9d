import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stateMachinePage } from './state-machine-page.ts'

/** Writes the page anew. Run it after a change of the table: `npm run docs`. */
writeFileSync(
  fileURLToPath(new URL('../../docs/state-machine.md', import.meta.url)),
  stateMachinePage(),
)
