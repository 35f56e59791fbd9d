import { expect, it } from 'vitest'
import { checkSetupToken } from '../../../shared/admin/setup/check-setup-token.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../../test/terminal.ts'
import { newSetupToken } from './new-setup-token.ts'

it('claims the instance, and earlier tokens no longer do', async () => {
  const { table, config } = await serviceFunctions()
  const { call } = terminal(lambdasOf(config))
  const start = () => newSetupToken(call)
  const [earlier = '', now = ''] = [await start(), await start()]
  await expect(checkSetupToken(table, now)).resolves.toBeUndefined()
  await expect(checkSetupToken(table, earlier)).rejects.toMatchObject({ code: 'unauthenticated' })
})
