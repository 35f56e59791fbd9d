import { readFile } from 'node:fs/promises'
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

/** The path of a file of the repository. */
export const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

const read = (name: string) => readFile(pathOf(name), 'utf8')

/** The pages of `docs/` that are made from tables in the code, each from the page as it is. */
export const drawnPages: Readonly<Record<string, (page: string) => string | Promise<string>>> = {
  'architecture.md': (page) => withSubjects(page, readShared()),
  'dependencies.md': async () =>
    dependenciesPage(await read('package.json'), await read('package-lock.json')),
  'limits.md': limitsPage,
  'networks-and-fees.md': (page) => withNetworks(page, [...mainnets, ...testnets]),
  'operator-operations.md': operatorOperationsPage,
  'state-machine.md': stateMachinePage,
  'threat-model.md': (page) => withBoundaries(page, functions),
  'webhooks-operations.md': withInstanceEvent,
}
