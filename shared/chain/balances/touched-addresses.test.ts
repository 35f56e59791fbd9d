import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it, onTestFinished } from 'vitest'
import { otherPayer, startTestChain } from '../../../test/chain-fixture.ts'
import { touchedAddresses } from './touched-addresses.ts'

const addressAt = (index: number) =>
  `0x${(0xdd00000000 + index).toString(16).padStart(40, '0')}` as const

async function aChain() {
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  return chain
}

it('finds addresses that hold coin, and those that sent all of theirs', async () => {
  const chain = await aChain()
  const emptied = privateKeyToAccount(generatePrivateKey())
  const { address } = emptied
  const [gas, gasPrice, value] = [21_000n, 10n ** 10n, 10n ** 15n]
  await chain.send({ to: address, value: value + gas * gasPrice })
  const signed = { chainId: 31337, to: otherPayer, value, nonce: 0, gas, gasPrice } as const
  const serializedTransaction = await emptied.signTransaction(signed)
  await chain.mine()
  await chain.node.sendRawTransaction({ serializedTransaction })
  await chain.send({ to: addressAt(1_500), value: 1n })
  await chain.mintUsdc(addressAt(7), 5n)
  await chain.mine()
  expect(await chain.node.getBalance({ address })).toBe(0n)
  const all = Array.from({ length: 2_000 }, (_, index) => addressAt(index))
  const found = await touchedAddresses(chain.client, [...all, address])
  expect(found).toEqual([addressAt(1_500), address])
})

it('says if a node does not run it', async () => {
  const chain = await aChain()
  chain.proxy.intercept(({ method }) => (method === 'eth_call' ? { result: '0x' } : undefined))
  const refused = expect.objectContaining({ chainId: 31337 })
  await expect(touchedAddresses(chain.client, [otherPayer])).rejects.toEqual(refused)
})
