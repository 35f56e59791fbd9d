import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import {
  instanceEvent,
  instanceEventTypes,
} from '../../shared/admin/instance-webhook/wire/instance-event.ts'
import { withInstanceEvent } from './instance-event-fields.ts'

const file = new URL('../../docs/webhooks-operations.md', import.meta.url)

it('docs/webhooks-operations.md describes the fields as they are; if this fails, run npm run docs', async () => {
  const page = await readFile(file, 'utf8')
  expect(withInstanceEvent(page)).toBe(page)
  expect(page).toMatch(/^\| `data\.changes\[\]\.target` +\| What was changed/m)
})

it('its example is one, and its table has every type', async () => {
  const page = await readFile(file, 'utf8')
  const [, example = ''] = /```json\n([^`]*instance\.changed[^`]*)```/.exec(page) ?? []
  const event = JSON.parse(example)
  expect(instanceEvent.parse(event)).toEqual(event)
  for (const type of instanceEventTypes) expect(page).toContain(`| \`${type}\``)
})
