import { numberToHex } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { otherPayer, payer, startTestChain } from '../../../test/chain-fixture.ts'
import { startNodeProxy } from '../../../test/node-proxy.ts'
import { openNodes } from '../../../test/open-nodes.ts'
import { paidBy } from './paid-by.ts'

async function payment() {
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  const second = startNodeProxy(chain.rpcUrl)
  onTestFinished(second.stop)
  const hash = await chain.send({ to: otherPayer, value: 7n })
  await chain.mine()
  const client = openNodes(chain.chain, [chain.proxy.rpcUrl, second.rpcUrl])
  return { second, read: () => paidBy(client, hash, null) }
}

it('coin that a transaction paid is what two operators say', async () => {
  const { second, read } = await payment()
  const from = payer.toLowerCase()
  expect(await read()).toMatchObject({
    isSuccess: true,
    sender: from,
    payments: [{ from, recipient: otherPayer.toLowerCase(), amountBase: 7n, position: null }],
  })
  second.intercept(({ method }) =>
    method === 'eth_getTransactionByHash' ? { result: null } : undefined,
  )
  expect(await read()).toBeUndefined()
})

it('coin is not what one of two operators invents', async () => {
  const { second, read } = await payment()
  const invented = { to: otherPayer, value: numberToHex(10n ** 18n) }
  second.intercept(({ method }) =>
    method === 'eth_getTransactionByHash' ? { result: { ...invented, type: '0x2' } } : undefined,
  )
  expect(await read()).toBeUndefined()
})
