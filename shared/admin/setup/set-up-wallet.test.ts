import { describe, expect, it } from 'vitest'
import { askDirectly } from '../../../test/chain-fixture.ts'
import { ownedInstance } from '../../../test/operator-accounts.ts'
import { browserOf } from '../../../test/operator-browser.ts'
import { runAsVisitor } from '../../../test/visitor.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import { showDashboard } from '../operators/sign-in/show-dashboard.ts'
import { setUpWallet } from './set-up-wallet.ts'
import { showSetup } from './show-setup.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const firstAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

async function fixture() {
  const instance = await ownedInstance({ hasSecondFactor: true })
  const { services } = instance
  const browser = await browserOf(instance)
  const sealed: string[] = []
  const deps = {
    ...services,
    askSoon: askDirectly,
    chains: async () => [],
    seal: async (purpose: string) => {
      sealed.push(purpose)
      return { wrappedKey: '', iv: '', ciphertext: '', tag: '' }
    },
    highestOnChains: async (_: unknown, { from }: { from: number }) => ({
      highest: from + 6,
      unread: [],
    }),
  }
  const setUp = (given: string, mnemonicIsNew = true) =>
    browser.run(setUpWallet, deps, {
      mnemonic: given,
      mnemonicIsNew,
      mayHoldMoney: true,
      highestIndex: {},
      searchSeconds: 0,
    })
  return { ...instance, services, browser, sealed, setUp }
}

describe('the first wallet', () => {
  it('is stored from the dashboard, once, and recorded without its words', async () => {
    const { table, services, browser, sealed, setUp } = await fixture()
    const cookie = browser.cookie()
    const step = async () => {
      const deps = { ...services, isLocal: false }
      return (await runAsVisitor(showDashboard, deps, { input: {}, cookie })).result.step
    }
    expect(await step()).toBe('wallet')
    expect(await setUp(mnemonic)).toEqual({
      alreadySetUp: false,
      firstIndex: { live: 0, test: 0 },
      unread: [],
    })
    expect(sealed.toSorted()).toEqual(['account-public-keys', 'account-public-keys', 'hd-mnemonic'])
    expect(await step()).toBe('networks')
    const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 5 })
    expect(items).toMatchObject([
      {
        action: 'wallet.set-up',
        actor: { kind: 'operator', email: 'owner@example.com' },
        details: { live: firstAddress },
      },
    ])
    expect(JSON.stringify(items)).not.toContain('junk')
  })

  it('is not stored again, nor replaced by another', async () => {
    const { browser, services, setUp } = await fixture()
    await setUp(mnemonic)
    expect(await setUp(` ${mnemonic.toUpperCase()}`)).toEqual({ alreadySetUp: true })
    await expect(setUp(other)).rejects.toMatchObject({ code: 'state_changed' })
    const shown = await browser.run(showSetup, services, {})
    expect(shown).toMatchObject({
      isSetUp: true,
      baseUrl: 'https://pay.example.com',
      modes: [{ mode: 'live', firstAddress, networks: [] }, { mode: 'test' }],
    })
  })

  it('is refused without repeating a word', async () => {
    const { setUp } = await fixture()
    const refused = setUp(mnemonic.replace('junk', 'jink'))
    await expect(refused).rejects.toMatchObject({ param: 'mnemonic' })
    await expect(refused).rejects.not.toThrow('jink')
  })
})

it('nothing is set up at first', async () => {
  const { browser, services } = await fixture()
  expect(await browser.run(showSetup, services, {})).toMatchObject({
    isSetUp: false,
    modes: [{ firstAddress: null, payoutWallets: [], hasApiKey: false }, { mode: 'test' }],
  })
})
