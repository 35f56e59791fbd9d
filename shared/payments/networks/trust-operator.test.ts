import { afterEach, expect, it, vi } from 'vitest'
import { operatorServices } from '../../../functions/services/operator-services.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { transact } from '../../kernel/store/transact.ts'
import { chainClients } from './chain-clients.ts'
import { loadNetwork, networkReplacement } from './store/networks.ts'
import { trustOperator } from './trust-operator.ts'

afterEach(() => void vi.useRealTimers())

const [one, two] = ['127.0.0.1:1', '127.0.0.1:2']
const chainId = 31337

async function twoOperators() {
  const { table, config } = await serviceFunctions(
    {},
    { [chainId]: [`http://${one}`, `http://${two}`] },
  )
  const change = async (source: 'public' | 'url') => {
    const network = await loadNetwork(table, 'test', chainId)
    if (!network) return
    const nodes = network.nodes.map((node) => (node.host === two ? { ...node, source } : node))
    await transact(table, [networkReplacement({ ...network, nodes, version: network.version + 1 })])
  }
  return {
    change,
    trust: (operator: string) =>
      runAsOperator(trustOperator, operatorServices(config), { chainId, operator }),
    operators: async () => {
      const { nodes } = await chainClients(config, table).client(chainId)
      return nodes.map(({ name }) => name).toSorted()
    },
  }
}

it('reads the chain by one operator for 24 hours', async () => {
  const { trust, operators } = await twoOperators()
  expect(await operators()).toEqual([one, two])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const until = new Date(Date.now() + 86_400_000).toISOString()
  expect(await trust(two)).toMatchObject({ trusted: { operator: two, until } })
  expect(await operators()).toEqual([two])
  vi.setSystemTime(Date.now() + 86_399_000)
  expect(await operators()).toEqual([two])
  vi.setSystemTime(Date.now() + 1_000)
  expect(await operators()).toEqual([one, two])
})

it('refuses an operator of public nodes only, and one without a node', async () => {
  const { trust, change, operators } = await twoOperators()
  await change('public')
  await expect(trust(two)).rejects.toThrow('public nodes never decide alone')
  await expect(trust('drpc.org')).rejects.toThrow(`Its operators: ${one}, ${two}.`)
  expect(await operators()).toEqual([one, two])
})
