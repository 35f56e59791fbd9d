import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { newNetwork, requireChain } from '../../shared/payments/networks/node-services.ts'
import { networkCreation } from '../../shared/payments/networks/store/networks.ts'
import { testTable } from '../../test/test-table.ts'
import { readLocalConfig } from './config.ts'
import { realMoneyAccepted, refuseRealMoney } from './real-money.ts'
import { StartupError } from './startup-error.ts'

async function tableWith(...chainIds: number[]) {
  const table = await testTable()
  await transact(
    table,
    chainIds.map((chainId) => networkCreation(newNetwork(requireChain(chainId)))),
  )
  return table
}

it('a folder with networks of play money starts', async () => {
  await refuseRealMoney(await tableWith(31337, 31338, 84532), false)
})

it('one with real money does not, and says what one machine lacks', async () => {
  const table = await tableWith(31338, 8453, 137)
  const refused = refuseRealMoney(table, false)
  await expect(refused).rejects.toBeInstanceOf(StartupError)
  await expect(refused).rejects.toThrow(
    /real money \((Base, Polygon|Polygon, Base)\).*one disk.*emulation.*AWS.*REAL_MONEY="one disk, an emulated table, and no promise"/,
  )
  await refuseRealMoney(table, true)
})

it.each(['on', 'yes', 'One disk', `${realMoneyAccepted}.`])(
  'is not accepted by REAL_MONEY=%s, but by these words alone',
  (given) => {
    expect(() => readLocalConfig({ REAL_MONEY: given })).toThrow(
      'REAL_MONEY must be the words "one disk, an emulated table, and no promise"',
    )
    expect(readLocalConfig({ REAL_MONEY: realMoneyAccepted }).acceptsRealMoney).toBe(true)
  },
)
