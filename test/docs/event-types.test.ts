import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { eventTypes } from '../../shared/records/outbox/rules/event.ts'

it('the guide to webhooks says when each type of event is sent', async () => {
  const guide = await readFile(join(repositoryRoot, 'docs/webhooks.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\|/gm)].map(([, type]) => type)
  expect(rows.toSorted()).toEqual([...eventTypes].toSorted())
})
