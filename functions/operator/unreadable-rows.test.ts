import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { sweepCreation } from '../../shared/payments/holdings/store/sweeps.ts'
import { errorOf } from '../../test/api-event.ts'
import { aSweep } from '../../test/factories.ts'
import { logLines } from '../../test/log-lines.ts'
import { operatorFunctions } from '../../test/operator-functions.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { signedInAs } from '../../test/signed-in.ts'

it('a list with a row of a newer version says which row that is, and what to do', async () => {
  const { table, config } = await serviceFunctions()
  const cookie = await signedInAs(table, 'viewer')
  const { post } = await operatorFunctions(config)
  const list = () => post('list-sweeps', { cookie, body: { mode: 'test' } })
  await transact(
    table,
    ['sw_1', 'sw_2'].map((id) => sweepCreation(aSweep({ id }))),
  )
  expect((await list()).statusCode).toBe(200)
  await transact(table, [update(holdingKeys.sweep('test', 'sw_2'), { status: 'parked' })])
  const written = logLines()
  expect(errorOf(await list())).toMatchObject({
    status: 500,
    code: 'row_unreadable',
    message:
      "This version can't read the row test#sweep#sw_2 sweep sw_2 (status). A newer version may have written it: deploy that version again.",
  })
  expect(written.lines()).toMatchObject([{ level: 'ERROR', message: 'request failed' }])
})
