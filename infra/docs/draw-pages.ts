import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operatorOperationsPage } from './operator-operations-page.ts'
import { stateMachinePage } from './state-machine-page.ts'

/** Regenerates the pages that are made from tables in the code. After a change of one, run `npm run docs`. */
const pages = {
  'state-machine.md': stateMachinePage(),
  'operator-operations.md': operatorOperationsPage(),
}
for (const [name, page] of Object.entries(pages)) {
  writeFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), page)
}
