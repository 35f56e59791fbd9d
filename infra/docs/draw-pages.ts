import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mainnets } from '../../shared/chain/registry/mainnets.ts'
import { testnets } from '../../shared/chain/registry/testnets.ts'
import { readShared } from '../checks/read-tracked.ts'
import { functions } from '../functions.ts'
import { dependenciesPage } from './dependencies-page.ts'
import { withInstanceEvent } from './instance-event-fields.ts'
import { limitsPage } from './limits-page.ts'
import { withNetworks } from './networks-page.ts'
import { operatorOperationsPage } from './operator-operations-page.ts'
import { stateMachinePage } from './state-machine-page.ts'
import { withSubjects } from './subjects-picture.ts'
import { withBoundaries } from './trust-boundaries.ts'

const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const path = (name: string) => file(`docs/${name}`)

/** Regenerates the pages that are made from tables in the code. After a change of one, run `npm run docs`. */
const pages = {
  'dependencies.md': dependenciesPage(
    readFileSync(file('package.json'), 'utf8'),
    readFileSync(file('package-lock.json'), 'utf8'),
  ),
  'limits.md': limitsPage(),
  'state-machine.md': stateMachinePage(),
  'operator-operations.md': operatorOperationsPage(),
  'networks-and-fees.md': withNetworks(readFileSync(path('networks-and-fees.md'), 'utf8'), [
    ...mainnets,
    ...testnets,
  ]),
  'architecture.md': withSubjects(readFileSync(path('architecture.md'), 'utf8'), readShared()),
  'webhooks-operations.md': withInstanceEvent(readFileSync(path('webhooks-operations.md'), 'utf8')),
  'threat-model.md': withBoundaries(readFileSync(path('threat-model.md'), 'utf8'), functions),
}
for (const [name, page] of Object.entries(pages)) {
  writeFileSync(path(name), page)
}
