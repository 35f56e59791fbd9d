import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
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

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

const drawn: Record<string, (page: string) => string | Promise<string>> = {
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

it.each(Object.keys(drawn))(
  'docs/%s is up to date; if this fails, run npm run docs',
  async (name) => {
    const page = await read(`docs/${name}`)
    expect(await drawn[name]?.(page)).toBe(page)
  },
)
