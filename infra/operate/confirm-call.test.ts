import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nowhere } from '../../test/local-aws.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import { confirmAt } from './confirm-at-terminal.ts'
import type { Confirm } from './confirm-call.ts'
import { OperateError } from './operate-error.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const set = ['payout-wallets', 'set', '--address']

/** An instance whose operator types `typed` when asked; `asked` are the questions. */
async function fixture(typed?: string) {
  const { config } = await serviceFunctions({}, { 31337: [nowhere], 31338: [nowhere] })
  const { runWith } = terminal(lambdasOf(config))
  const folder = await mkdtemp(join(tmpdir(), 'confirm-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'setup.json')
  await writeFile(
    file,
    JSON.stringify({
      mnemonic: 'test test test test test test test test test test test junk',
      mnemonicIsNew: true,
      baseUrl: 'https://pay.example.com',
      owner: { email: 'owner@example.com', password: 'correct horse battery' },
    }),
  )
  const asked: string[] = []
  const surroundings = {
    variables: {},
    readLine: async () => '',
    confirm: async ({ what, name }: { what: string; name: string }) => {
      asked.push(`${what} [${name}]`)
      if (typed !== name) throw new OperateError('Nothing was changed.')
    },
  }
  const run = (...args: string[]) => runWith(surroundings, ...args)
  await run('setup', '--file', file)
  expect(asked).toEqual([])
  return { run, asked, file }
}

describe('before it is changed', () => {
  it.each([
    [
      'a payout wallet of live mode',
      [...set, address, '--chain', '31338'],
      'All live money on Local live chain will be sent to',
    ],
    [
      'an address without a checksum',
      [...set, address.toLowerCase(), '--chain', '31337'],
      'has no checksum',
    ],
    [
      'the only network of a mode',
      ['networks', 'remove', '--chain', '31337'],
      'is the only test network',
    ],
    [
      'the base URL',
      ['settings', 'move', '--base-url', 'http://pay.example.org'],
      'Over http, others can read',
    ],
    [
      'a healthy instance by a restore',
      ['restore', '--mode', 'test'],
      '10000 deposit addresses are skipped for good',
    ],
    [
      'the counter by far',
      ['wallet', 'skip', '--mode', 'test', '--highest-index', '25000'],
      'more than ten times',
    ],
    [
      'an erasure by age',
      ['customers', 'erase-idle', '--mode', 'test', '--days', '730'],
      'All test customers without a session in the last 730 days are erased',
    ],
  ])('%s is confirmed by its name', async (_, args, what) => {
    const { run, asked } = await fixture('something else')
    await expect(run(...args)).rejects.toThrow('Nothing was changed.')
    expect(asked).toEqual([expect.stringContaining(what)])
  })

  it('an instance that is set up is named, and the file changes its base URL only', async () => {
    const { run, asked, file } = await fixture('pay.example.com')
    expect(await run('setup', '--file', file)).toContain('was already set up')
    expect(asked).toEqual([
      expect.stringMatching(/^The instance is set up already\..*\[pay\.example\.com\]$/),
    ])
  })

  it('nothing is asked of a script, or about what can be taken back', async () => {
    const { run, asked } = await fixture()
    await run('settings', 'move', '--base-url', 'https://pay.example.org', '--yes')
    await run('payout-wallets', 'set', '--chain', '31337', '--address', address)
    await run('restore', '--mode', 'test', '--dry-run')
    expect(asked).toEqual([])
  })
})

describe('a terminal', () => {
  const risk = { what: 'All of it moves.', name: 'Base' }
  const at = (typed: string, isTTY: boolean) => {
    const input = Object.assign(new PassThrough(), { isTTY })
    input.end(`${typed}\n`)
    return confirmAt({ input, output: new PassThrough() })(risk)
  }

  it('has the name typed, and a pipe needs --yes', async () => {
    await expect(at('Base', true)).resolves.toBeUndefined()
    await expect(at('yes', true)).rejects.toThrow('Nothing was changed.')
    await expect(at('Base', false)).rejects.toThrow('All of it moves. If that is right, add --yes.')
  })
})

describe('words that may hold money', () => {
  const others = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

  async function setUpWith(confirm: Confirm) {
    const { config } = await serviceFunctions({}, {})
    const { runWith } = terminal(lambdasOf(config))
    const folder = await mkdtemp(join(tmpdir(), 'words-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'setup.json')
    await writeFile(
      file,
      JSON.stringify({
        mnemonic: others,
        baseUrl: 'https://pay.example.com',
        owner: { email: 'owner@example.com', password: 'correct horse battery' },
      }),
    )
    const surroundings = { variables: {}, readLine: async () => '', confirm }
    return (...flags: string[]) => runWith(surroundings, 'setup', '--file', file, ...flags)
  }

  it('are stored once somebody at a terminal says yes', async () => {
    const asked: string[] = []
    const run = await setUpWith(async ({ what, name }) => void asked.push(`${what} [${name}]`))
    expect(await run()).toContain('The instance is set up.')
    expect(asked).toEqual([
      expect.stringMatching(/^No live network is enabled yet[\s\S]+savings wallet[\s\S]+\[yes\]$/),
    ])
  })

  it('need a flag of their own without a terminal, which --yes is not', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const run = await setUpWith(confirmAt({ input, output }))
    await expect(run()).rejects.toThrow('add --may-hold-money.')
    await expect(run('--yes')).rejects.toThrow('add --may-hold-money.')
    expect(await run('--may-hold-money')).toContain('The instance is set up.')
  })
})
