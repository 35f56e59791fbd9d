import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { listNetworks, networkCreation } from '../../shared/networks/store/networks.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { chainClients } from './chain-clients.ts'
import { networks } from './networks.ts'

it('leaves out a network of a chain that this version no longer knows, and keeps the others', async () => {
  const { table, config } = await serviceFunctions()
  const known = await listNetworks(table, 'test')
  const [first] = known
  if (!first) throw new Error('a network')
  await transact(table, [networkCreation({ ...first, chainId: 999, version: 1 })])
  const log = logLines()
  const { clients, enabledChains } = chainClients(config, table)
  const ids = known.map(({ chainId }) => chainId)
  expect((await clients('test')).map(({ chain }) => chain.chainId)).toEqual(ids)
  expect((await enabledChains('test')).map(({ chainId }) => chainId)).toEqual(ids)
  expect(await networks(table).payableChains('test')).toHaveLength(ids.length)
  expect(log.text()).toContain('a network of an unknown chain is left out')
})
