import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import {
  instanceEvent,
  instanceEventTypes,
} from '../../shared/admin/instance-webhook/wire/instance-event.ts'

const file = new URL('../../docs/webhooks-operations.md', import.meta.url)

it('the example of the page is one, and its tables have every field and every type', async () => {
  const page = await readFile(file, 'utf8')
  expect(page).toMatch(/^\| `data\.changes\[\]\.target` +\| What was changed/m)
  const [, example = ''] = /```json\n([^`]*instance\.changed[^`]*)```/.exec(page) ?? []
  const event = JSON.parse(example)
  expect(instanceEvent.parse(event)).toEqual(event)
  for (const type of instanceEventTypes) expect(page).toContain(`| \`${type}\``)
})
