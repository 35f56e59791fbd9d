import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { shown } from './node-services.ts'
import { listNetworks as loadNetworks } from './store/networks.ts'
import { shownNetwork } from './wire/network.ts'

const networks = z.object({ networks: z.array(shownNetwork) })

export type ShownNetworks = z.infer<typeof networks>

export const listNetworks = operatorOperation({
  name: 'list-networks',
  role: 'viewer',
  command: 'networks list',
  input: z.strictObject({ mode: eitherMode }),
  output: networks,
  touches: { table: 'read' },
  docs: { summary: 'List the enabled chains, their assets and their nodes' },
  async run({ table }, { input }) {
    const ofModes = await Promise.all(modesOf(input.mode).map((mode) => loadNetworks(table, mode)))
    return { result: { networks: ofModes.flat().map(shown) } }
  },
})
