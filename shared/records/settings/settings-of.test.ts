import { expect, it, vi } from 'vitest'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { transact } from '../../kernel/store/transact.ts'
import { settingsOf } from './settings-of.ts'
import { settingsUpdate } from './store/settings.ts'

it('knows its address as soon as it is set up, and keeps it for some seconds', async () => {
  const { table, config } = await serviceFunctions()
  const settings = settingsOf(config, table)
  expect((await settings('live')).baseUrl).toBe('http://localhost')
  await transact(table, [settingsUpdate('live', { baseUrl: 'http://localhost:4400' })])
  expect((await settings('live')).baseUrl).toBe('http://localhost:4400')
  const read = vi.spyOn(table.client, 'send')
  await settings('live')
  expect(read).not.toHaveBeenCalled()
})
