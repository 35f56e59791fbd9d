import { expect, it } from 'vitest'
import { logLines } from '../../../test/log-lines.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { readBlock } from '../../chain/blocks/read-block.ts'
import { transact } from '../../kernel/store/transact.ts'
import { update } from '../../kernel/store/writes.ts'
import { chainClients } from './chain-clients.ts'
import { networks } from './enabled-chains.ts'
import { networkKeys } from './store/keys.ts'
import { listNetworks, networkCreation } from './store/networks.ts'

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

it('reaches no node of a network that can not be read, offers nothing on it, and keeps the others', async () => {
  const { table, config } = await serviceFunctions()
  const [known] = await listNetworks(table, 'test')
  if (!known) throw new Error('a network')
  const unread = { ...known, chainId: 11_155_111, version: 1 }
  await transact(table, [networkCreation(unread)])
  await transact(table, [update(networkKeys.network('test', unread.chainId), { status: 'parked' })])
  const log = logLines()
  const { clients, client, unreadNetworks, ...offered } = chainClients(config, table)
  const both = [known.chainId, unread.chainId]
  expect((await clients('test')).map(({ chain }) => chain.chainId)).toEqual(both)
  for (const { enabledChains, payableChains } of [offered, networks(table)]) {
    expect((await enabledChains('test')).map(({ chainId }) => chainId)).toEqual([known.chainId])
    expect((await payableChains('test')).map(({ chainId }) => chainId)).toEqual(both)
  }
  const { node } = await client(unread.chainId)
  await expect(readBlock(node)).rejects.toThrow("its nodes can't be read")
  expect(await unreadNetworks('test')).toMatchObject([{ name: 'UnreadableRow' }])
  expect(log.text()).toContain(`${unread.chainId} can't be read: status`)
})
