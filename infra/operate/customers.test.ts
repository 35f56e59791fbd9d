import { expect, it } from 'vitest'
import { fillWithCustomers } from '../../test/customer-rows.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

it('customers are erased one by one, or all that have been away for so long', async () => {
  const { table, config } = await serviceFunctions()
  const { run } = terminal(lambdasOf(config))
  const [first = ''] = await fillWithCustomers(table, 'test', { numbered: 252 })
  expect(await run('customers', 'erase', first)).toMatch(/^cus_\w+ is erased\. Their payments/)
  await expect(run('customers', 'erase', first)).rejects.toThrow('There is no customer')
  const idle = ['customers', 'erase-idle', '--mode', 'test', '--days', '1', '--yes']
  expect(await run(...idle)).toMatch(/^251 customers are erased\./)
  expect(await run(...idle)).toBe('There are no such customers.')
})
