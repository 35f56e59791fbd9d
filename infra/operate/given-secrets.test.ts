import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { connectNotifier } from '../../shared/merchant/notifiers/connect-notifier.ts'
import { addNetwork } from '../../shared/payments/networks/add-network.ts'
import { connectProvider } from '../../shared/payments/networks/connect-provider.ts'
import { withSecrets } from './given-secrets.ts'
import { readInput } from './input-options.ts'
import { secretLines } from './secret-lines.ts'

function piped(lines: string, variables: Record<string, string> = {}) {
  const input = new PassThrough()
  input.end(lines)
  return { variables, readLine: secretLines({ input, output: new PassThrough() }) }
}

it('are lines of standard input, one for each -', async () => {
  const given = piped('https://one.example/v2/key\r\n  https://two.example/-key\nmore\n')
  const args = ['--chain', '8453', '--url', '-', '--url', 'https://public.example', '--url=-']
  expect(readInput(addNetwork, await withSecrets(addNetwork, args, given))).toEqual({
    chainId: 8453,
    urls: ['https://one.example/v2/key', 'https://public.example', 'https://two.example/-key'],
  })
})

it('may begin with a dash', async () => {
  const args = await withSecrets(connectProvider, ['--key', '-'], piped('-key-1234\n'))
  expect(readInput(connectProvider, [...args, '--provider', 'drpc'])).toMatchObject({
    key: '-key-1234',
  })
})

it.each([
  [connectProvider, '--provider=ankr', { PROVIDER_KEY: 'key-1234' }, { key: 'key-1234' }],
  [connectNotifier, '--notifier=alchemy', { NOTIFIER_TOKEN: 'a b\n' }, { token: 'a b' }],
  [addNetwork, '--chain=1', { NODE_URLS: 'one  two\n' }, { urls: ['one', 'two'] }],
])('are read from the environment if an option is missing', async (...given) => {
  const [operation, arg, variables, input] = given
  const args = await withSecrets(operation, [arg], piped('', variables))
  expect(readInput(operation, args)).toMatchObject(input)
})

it('are not read from the environment if their option is given', async () => {
  const given = piped('', { NOTIFIER_TOKEN: 'a' })
  const args = await withSecrets(connectNotifier, ['--notifier=alchemy', '--token=b'], given)
  expect(readInput(connectNotifier, args)).toMatchObject({ token: 'b' })
})

it.each([
  [['--token', '-'], '\n', '--token must not be empty.'],
  [['--token', '-'], '', 'Standard input has no more lines.'],
  [
    [],
    '',
    'notifiers connect needs --token - (then it reads a line of standard input) or NOTIFIER_TOKEN.',
  ],
])('are missed: %j', async (args, lines, message) => {
  const read = async () =>
    readInput(
      connectNotifier,
      await withSecrets(connectNotifier, ['--notifier', 'alchemy', ...args], piped(lines)),
    )
  await expect(read()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(message),
  })
})

it('are not shown while they are typed', async () => {
  const rawModes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => rawModes.push(isRaw),
  })
  const output = new PassThrough()
  const line = secretLines({ input, output })('--key: ')
  input.write('secret-kez\x7fy-1234\r')
  expect(await line).toBe('secret-key-1234')
  output.end()
  expect(await text(output)).toBe('--key: \n')
  expect(rawModes).toEqual([true, false])
})
