import { expect, it } from 'vitest'
import { checkSetupToken } from '../../../shared/operators/check-setup-token.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { newSetupToken } from './new-setup-token.ts'

it('claims the instance, and earlier tokens no longer do', async () => {
  const { table } = await serviceFunctions()
  const { handler } = await import('../../../functions/operator/setup-token.ts')
  const start = () =>
    newSetupToken(async (_, payload) => ({
      outcome: 'answered',
      payload: JSON.stringify(await handler(payload)),
    }))
  const [earlier = '', now = ''] = [await start(), await start()]
  await expect(checkSetupToken(table, now)).resolves.toBeUndefined()
  await expect(checkSetupToken(table, earlier)).rejects.toMatchObject({ code: 'unauthenticated' })
})
