import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLocalConfig } from './config.ts'
import { StartupError } from './startup-error.ts'

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readLocalConfig({})).toEqual({
      port: 4400,
      dataDir: resolve('.local'),
      stateDir: join(homedir(), '.quittance'),
      trustedProxies: [],
      seed: true,
      blockTimeSeconds: 2,
      notifierLoss: 0,
      scheduleSeconds: undefined,
      acceptsRealMoney: false,
      isNpmStart: false,
      policy: { WEBHOOK_ALLOW_LOOPBACK: 'on' },
    })
  })

  it('accepts every variable, and passes only policy variables to functions', () => {
    const config = readLocalConfig({
      HOME: '/home/somebody',
      npm_lifecycle_event: 'start',
      PORT: '0',
      DATA_DIR: '/tmp/data',
      STATE_DIR: '/tmp/state',
      SEED: 'off',
      TRUSTED_PROXIES: '127.0.0.1, 2001:db8::1',
      BLOCK_TIME_SECONDS: '0.5',
      NOTIFIER: '0.25',
      REAL_MONEY: 'one disk, an emulated table, and no promise',
      SCHEDULE_SECONDS: '3',
      SESSION_TTL_SECONDS: '20',
      CONFIRMATIONS: '1',
      WEBHOOK_ALLOW_LOOPBACK: 'off',
      WEBHOOK_RETRY_SECONDS: '1,2,0.5',
    })
    expect(config).toEqual({
      port: 0,
      dataDir: '/tmp/data',
      stateDir: '/tmp/state',
      trustedProxies: ['127.0.0.1', '2001:db8::1'],
      seed: false,
      blockTimeSeconds: 0.5,
      notifierLoss: 0.25,
      scheduleSeconds: 3,
      acceptsRealMoney: true,
      isNpmStart: true,
      policy: {
        SCHEDULE_SECONDS: '3',
        SESSION_TTL_SECONDS: '20',
        CONFIRMATIONS: '1',
        WEBHOOK_ALLOW_LOOPBACK: 'off',
        WEBHOOK_RETRY_SECONDS: '1,2,0.5',
      },
    })
  })

  it('keeps what outlives the data folder outside it', () => {
    const state = (STATE_DIR: string) => () => readLocalConfig({ DATA_DIR: '/tmp/data', STATE_DIR })
    for (const inside of ['/tmp/data', '/tmp/data/state']) {
      expect(state(inside)).toThrow('STATE_DIR must be outside DATA_DIR')
    }
    expect(state('/tmp/data-state')().stateDir).toBe('/tmp/data-state')
  })

  it('treats an empty variable as unset', () => {
    expect(readLocalConfig({ PORT: '', NOTIFIER: '' })).toEqual(readLocalConfig({}))
  })

  it.each([
    ['PORT', 'http', 'PORT must be a port from 0 to 65535 (0 uses a free one), but is "http".'],
    ['PORT', '70000', 'PORT must be a port from 0 to 65535 (0 uses a free one), but is "70000".'],
    ['SEED', 'yes', 'SEED must be on or off, but is "yes".'],
    ['CONFIRMATIONS', '1.5', 'CONFIRMATIONS must be a whole number above 0, but is "1.5".'],
    ['BLOCK_TIME_SECONDS', '0', 'BLOCK_TIME_SECONDS must be a number above 0, but is "0".'],
    ['NOTIFIER', '2', 'NOTIFIER must be on, off, or a loss rate such as 0.5, but is "2".'],
    [
      'WEBHOOK_RETRY_SECONDS',
      '1,,2',
      'WEBHOOK_RETRY_SECONDS must be a comma-separated list of seconds, such as 1,2,5, but is "1,,2".',
    ],
  ])('says in one sentence what is wrong with %s=%s', (name, value, sentence) => {
    expect(() => readLocalConfig({ [name]: value })).toThrow(new StartupError(sentence))
  })
})
