import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf } from '../../test/terminal.ts'
import { testDataDir } from '../local/aws/test-data-dir.ts'
import { isSignedBy } from '../local/aws/verify-signature.ts'
import { functionError } from '../local/functions/invocation.ts'
import { startInvokeApi } from '../local/functions/invoke-api.ts'
import { writeInstanceFile } from '../local/instance-file.ts'
import { operate } from './operate.ts'
import { operatorFunctions } from './operator-functions.ts'

const operator = { accessKeyId: 'AKIAOPERATOR', secretAccessKey: 'secret' }

/** The operator's functions behind Lambda's Invoke, and an instance's data folder that points to them. */
async function fixture({ credentials = operator } = {}) {
  const { config } = await serviceFunctions()
  const functions = lambdasOf(config)
  const service = await startInvokeApi(
    {
      host: {
        has: (name) => name in functions,
        invoke: async (name, event) => {
          try {
            const response = await functions[name]?.(event)
            return { outcome: 'answered', payload: JSON.stringify(response) }
          } catch (error) {
            return { outcome: 'failed', error: functionError(error) }
          }
        },
      },
      isAllowed: ({ request, body }) => isSignedBy(request, body, operator),
      onProblem: () => {},
    },
    { port: 0 },
  )
  onTestFinished(() => service.close())
  const dataDir = await testDataDir()
  await writeInstanceFile(dataDir, instanceAt(service.url, credentials))
  const connect = () => operatorFunctions({ dataDir, functionPrefix: undefined })
  return { dataDir, run: (...args: string[]) => operate(connect, args) }
}

function instanceAt(lambda: string, credentials: typeof operator) {
  const other = 'http://127.0.0.1:9'
  return {
    baseUrl: other,
    dashboardUrl: other,
    setupToken: 'token',
    owner: null,
    apiKeys: null,
    chains: [],
    awsEndpoints: { dynamodb: other, sqs: other, kms: other, ssm: other, sfn: other, lambda },
    providers: [],
    notifier: { name: 'alchemy' as const, url: other, token: 'token' },
    operator: credentials,
  }
}

describe('keys', () => {
  it('are created, listed and revoked', async () => {
    const { run } = await fixture()
    const created = await run(
      'keys',
      'create',
      '--mode',
      'test',
      '--name',
      'shop',
      '--scopes',
      'links:read,links:write',
    )
    expect(created).toMatch(/^ck_test_\w{32}\n/)
    const id = /key_\w+/.exec(created)?.[0] ?? ''
    const [headings, row] = (await run('keys', 'list')).split('\n')
    expect(headings).toMatch(/^ID +MODE +NAME +KEY +CREATED +LAST USED +STATE +SCOPES$/)
    expect(row).toMatch(
      new RegExp(`^${id} +test +shop +ck_test_\\w{8}… .* - +active +links:read links:write$`),
    )
    await run('keys', 'roll', id)
    expect(await run('keys', 'list')).toMatch(new RegExp(`^${id} .* works until 20\\S+ `, 'm'))
    expect(await run('keys', 'revoke', id)).toContain(`${id} (shop) is revoked`)
    expect(await run('keys', 'list')).toMatch(new RegExp(`^${id} .* revoked 20\\S+ `, 'm'))
    expect(JSON.parse(await run('keys', 'list', '--mode', 'test', '--json'))).toMatchObject({
      keys: [{ revokedAt: null }, { id, revokedAt: expect.stringMatching(/Z$/) }],
    })
  })

  it('may have the scopes of a preset', async () => {
    const { run } = await fixture()
    const args = ['keys', 'create', '--mode=live', '--name', 'till', '--scopes', 'checkout']
    expect(await run(...args)).toContain('links:read sessions:read sessions:write events:read')
  })

  it('may have all scopes', async () => {
    const { run } = await fixture()
    const create = async (...scopes: string[]) => {
      const args = ['keys', 'create', '--mode=live', '--name', 'all', ...scopes]
      return JSON.parse(await run('--json', ...args)).scopes
    }
    expect(await create()).toHaveLength(11)
    expect(await create('--scopes', 'all')).toHaveLength(11)
    expect(await create('--scopes=links:read')).toEqual(['links:read'])
    expect(await create('--scopes=refunds:read,checkout,links:read')).toEqual([
      ...['refunds:read', 'links:read', 'sessions:read', 'sessions:write', 'events:read'],
    ])
  })
})

describe('settings', () => {
  it('are shown and set', async () => {
    const { run } = await fixture()
    const mode = ['--mode', 'test']
    expect(await run('settings', 'get', ...mode)).toMatch(/^sessionTtlSeconds +300$/m)
    const changes = [
      'sessionTtlSeconds=600',
      'acceptTopUps=off',
      'confirmations.31337=5',
      'defaultAsset=USDC',
    ]
    const shown = await run('settings', 'set', ...mode, ...changes)
    expect(shown).toMatch(/^sessionTtlSeconds +600$/m)
    expect(shown).toMatch(/^acceptTopUps +false$/m)
    expect(shown).toMatch(/^confirmations +\{"31337":5\}$/m)
    const rules = ['sweepMinimumUsd.31337.USDC=2.50', 'sweepMaxAgeHours.31337=6']
    const ruled = await run('settings', 'set', ...mode, ...rules)
    expect(ruled).toMatch(/^sweepMinimumUsd +\{"31337\.USDC":"2\.50"\}$/m)
    expect(ruled).toMatch(/^sweepMaxAgeHours +\{"31337":6\}$/m)
    expect(await run('settings', 'set', ...mode, 'sweepMaxAgeHours.31337=')).toMatch(
      /^sweepMaxAgeHours +\{\}$/m,
    )
    expect(await run('settings', 'set', ...mode, 'defaultAsset=')).toMatch(/^defaultAsset +-$/m)
    expect(JSON.parse(await run('settings', 'get', ...mode, '--json'))).toMatchObject({
      sessionTtlSeconds: 600,
      defaultAsset: null,
    })
  })

  it('show customers who the merchant is', async () => {
    const { run, dataDir } = await fixture()
    const file = join(dataDir, 'logo.png')
    await writeFile(file, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    const changes = [
      'businessName=2024',
      'accentColor=#0b5d4e',
      'embedOrigins=https://shop.example, https://other.example',
      'walletApps=none',
      `logo=${file}`,
    ]
    const shown = await run('settings', 'set', '--mode', 'test', ...changes, '--json')
    expect(JSON.parse(shown)).toMatchObject({
      businessName: '2024',
      accentColor: '#0b5d4e',
      embedOrigins: ['https://shop.example', 'https://other.example'],
      walletApps: [],
      logo: expect.stringMatching(/^test-[0-9a-f]{32}$/),
    })
    const nowhere = run('settings', 'set', '--mode', 'test', 'logo=/nowhere/logo.png')
    await expect(nowhere).rejects.toMatchObject({ exitCode: 2 })
  })

  it('change the base URL of both modes', async () => {
    const { run } = await fixture()
    const moved = await run('settings', 'move', '--base-url', 'https://pay.example.com/')
    expect(moved).toMatch(/^baseUrl +https:\/\/pay\.example\.com$/m)
    expect(await run('settings', 'get', '--mode', 'live')).toContain('https://pay.example.com')
  })
})

describe('setup-token', () => {
  it('is shown once, and replaced on request', async () => {
    const { run } = await fixture()
    const [token = ''] = (await run('setup-token')).split('\n')
    expect(token).toMatch(/^[a-z2-9]{37}$/)
    expect(await run('setup-token')).toContain('--renew')
    const renewed = await run('setup-token', '--renew', '--json')
    expect(JSON.parse(renewed)).toMatchObject({ state: 'minted' })
    expect(renewed).not.toContain(token)
  })
})

describe('setup', () => {
  it('reads its secrets from a file', async () => {
    const { run, dataDir } = await fixture()
    const file = join(dataDir, 'setup.json')
    const content = {
      mnemonic: 'test test test test test test test test test test test junk',
      baseUrl: 'https://pay.example.com',
      owner: { email: 'owner@example.com', password: 'correct horse battery' },
    }
    await writeFile(file, JSON.stringify(content))
    await expect(run('setup', '--file', file)).rejects.toThrow('add --may-hold-money')
    const done = await run('setup', '--file', file, '--may-hold-money')
    expect(done).toContain('new sessions begin at index 10000 (live) and 10000 (test)')
    // No chain responds here.
    expect(done).toMatch(
      /^Not everything was read on Local test chain \(31337, test\), from deposit address 0 on: chain 31337: .+\.$/m,
    )
    expect(done).toContain('wallet skip --mode live --highest-index 25000')
    expect(JSON.parse(await run('setup', '--file', file, '--json'))).toEqual({ alreadySetUp: true })
  })
})

describe('one clear sentence', () => {
  it.each([
    [['profits'], 2, 'There is no command "profits".'],
    [['key', 'list'], 2, 'There is no command "key". Did you mean "keys"?'],
    [['keys', 'lst'], 2, 'Did you mean "list"?'],
    [['sessions', 'list', '--mode', 'test', '--status', 'payed'], 2, 'Did you mean "paid"?'],
    [['keys'], 2, 'keys takes create, list, roll or revoke.'],
    [
      ['keys', 'create', '--mode', 'test', '--name', 'a', '--scopes', 'none'],
      2,
      '"none" isn\'t a scope. There are checkout, read, everything, links:read',
    ],
    [['keys', 'list', 'all'], 2, 'keys list takes only options, and nothing else: "all".'],
    [['settings', 'set', 'sessionTtlSeconds=60'], 2, '--mode must be live or test.'],
    [['settings', 'set', '--mode', 'test'], 2, 'settings set needs name=value.'],
    [['settings', 'move', '--base-url', 'here'], 1, 'baseUrl must be a URL without a path'],
    [['keys', 'list', '--verbose'], 2, "Unknown option '--verbose'"],
    [['settings', 'set', '--mode', 'test', 'ttl'], 2, '"ttl" must be name=value'],
    [['settings', 'set', '--mode', 'test', 'ttl=5'], 1, 'values.ttl is not a parameter'],
    [['keys', 'revoke', 'key_1'], 1, 'There is no API key key_1.'],
    [['setup', '--file', '/nowhere/setup.json'], 1, '/nowhere/setup.json cannot be read'],
  ])('for %j', async (args, exitCode, message) => {
    const { run } = await fixture()
    await expect(run(...args)).rejects.toMatchObject({
      exitCode,
      message: expect.stringContaining(message),
    })
  })

  it('without an instance', async () => {
    const dataDir = await testDataDir()
    const connect = () => operatorFunctions({ dataDir, functionPrefix: undefined })
    await expect(operate(connect, ['keys', 'list'])).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`No instance runs on ${dataDir}.`),
    })
  })

  it('for credentials that may not call functions', async () => {
    const { run } = await fixture({ credentials: { ...operator, secretAccessKey: 'guessed' } })
    await expect(run('keys', 'list')).rejects.toThrow(
      /operator-list-api-keys cannot be reached: .+ cannot invoke/,
    )
  })

  it('is not needed for help', async () => {
    const { run } = await fixture()
    expect(await run('--help')).toContain('keys create')
    expect(await run()).toContain('--json')
    expect(await run('help')).toContain('keys create')
    expect((await run('keys', 'create', '--help')).match(/-- \S+ \S+/g)).toEqual([
      '-- keys create',
      '-- --help shows',
    ])
    expect(await run('help', 'keys')).toMatch(/keys list[\s\S]+keys revoke/)
    expect(await run('help', 'keys')).not.toContain('links list')
    expect(await run('help', 'nothing')).toContain('links create')
  })
})
