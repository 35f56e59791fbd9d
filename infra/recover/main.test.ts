import { spawn } from 'node:child_process'
import { text as readAll } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { getAddress } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { walletAccounts } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import { startTestChain } from '../../test/chain-fixture.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const to = getAddress('0x00000000000000000000000000000000005a1e5e')

/** Runs the command with this as its standard input. */
async function run(input: string, args: readonly string[]) {
  const command = spawn(process.execPath, [main, ...args])
  command.stdin.end(input)
  const [out, err] = [readAll(command.stdout), readAll(command.stderr)]
  const code = await new Promise<number | null>((done) => command.once('close', done))
  return { code, out: await out, err: await err }
}

it.each([
  ['with a newline', `${mnemonic}\n`],
  ['in capitals', mnemonic.toUpperCase()],
  ['on several lines', ` ${mnemonic.replaceAll(' ', '\r\n')}\n\n`],
])('sends the money of words that are piped %s', async (_, input) => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const accounts = walletAccounts(mnemonic, 'test')
  await chain.send({ to: accounts.depositAccount(2).address, value: 10n ** 16n })
  await chain.mine()
  await chain.node.setAutomine(true)
  const node = ['--mode', 'test', '--rpc', `31337=${chain.rpcUrl}`, '--until', '10']
  const { code, out } = await run(input, [...node, '--sweep', '--to', to, '--yes'])
  expect(out).toContain(`Gas wallet: ${accounts.gasAccount().address}`)
  expect(out).toContain('Everything was sent.')
  expect(code).toBe(0)
  expect(await chain.node.getBalance({ address: to })).toBeGreaterThan(9n * 10n ** 15n)
})

it('says what was not read, and on which chains the address is a contract, and exits with 1', async () => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const nowhere = 'http://127.0.0.1:9'
  const nodes = ['--rpc', `31337=${chain.rpcUrl}`, '--rpc', `84532=${nowhere}`]
  const sweep = ['--sweep', '--to', localAddresses.multicall3, '--yes']
  const { code, out } = await run(mnemonic, ['--mode', 'test', ...nodes, '--until', '1', ...sweep])
  expect(out).toContain(
    'Not everything was read on Base Sepolia (84532), from deposit address 0 on',
  )
  expect(out).toContain(`${localAddresses.multicall3} is a contract on Local test chain (31337)`)
  expect(out).toContain('was sent, but not everything was read')
  expect(code).toBe(1)
})

it('explains its options', async () => {
  const { code, out } = await run('', ['--help'])
  expect(out).toContain('--next-index')
  expect(code).toBe(0)
})
