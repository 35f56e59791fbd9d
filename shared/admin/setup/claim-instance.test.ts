import { describe, expect, it } from 'vitest'
import { emptyInstance, page, password } from '../../../test/operator-accounts.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { testTable } from '../../../test/test-table.ts'
import { cookieValue, runAsVisitor } from '../../../test/visitor.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
import { showDashboard } from '../operators/sign-in/show-dashboard.ts'
import { loadStaff } from '../operators/store/operators.ts'
import { findSignIn } from '../operators/store/sign-ins.ts'
import { claimInstance } from './claim-instance.ts'
import { mintSetupToken } from './mint-setup-token.ts'

const person = { name: 'Olga', email: 'Olga@Example.com', password }

async function unclaimed(instance = emptyInstance()) {
  const { table, services, pass } = await instance
  const minted = await runAsOperator(mintSetupToken, services, { renew: true })
  const setupToken = minted.state === 'minted' ? minted.token : ''
  const claim = (changes: Partial<typeof person & { setupToken: string }> = {}, origin?: string) =>
    runAsVisitor(claimInstance, services, {
      input: { ...person, setupToken, ...changes },
      origin: origin ?? page.origin,
    })
  const show = async (cookie?: string) => {
    const request = { input: {}, cookie }
    const given = { ...services, isLocal: false }
    return (await runAsVisitor(showDashboard, given, request)).result
  }
  return { table, services, pass, claim, show }
}

describe('claiming an instance', () => {
  it('creates an owner, who is signed in and still needs a second factor', async () => {
    const { table, services, claim, show } = await unclaimed()
    expect(await show()).toMatchObject({ claimed: false, step: 'owner', operator: null })
    const cookie = cookieValue((await claim()).cookie)
    const { operators } = await loadStaff(table)
    expect(operators).toMatchObject([
      { email: 'olga@example.com', name: 'Olga', role: 'owner', passwordAlone: false },
    ])
    expect(await findSignIn(table, cookie, services.now())).toMatchObject({
      hasSecondFactor: false,
    })
    expect(await show(cookie)).toMatchObject({
      claimed: true,
      isSetUp: false,
      step: 'second-factor',
      hasSecondFactor: false,
      operator: { name: 'Olga', role: 'owner' },
    })
    expect(await show()).toMatchObject({ claimed: true, step: 'sign-in', operator: null })
  })

  it('needs the setup token', async () => {
    const { table, claim } = await unclaimed()
    for (const setupToken of ['', 'guess']) {
      await expect(claim({ setupToken })).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    expect((await loadStaff(table)).operators).toEqual([])
  })

  it('works once, also for two at once, and ends the setup token for good', async () => {
    const { table, services, claim } = await unclaimed()
    const both = await Promise.allSettled([claim(), claim({ email: 'other@example.com' })])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await loadStaff(table)).operators).toHaveLength(1)
    await expect(claim()).rejects.toMatchObject({ code: 'unauthenticated' })
    const again = await runAsOperator(mintSetupToken, services, { renew: true })
    expect(again).toEqual({ state: 'claimed' })
  })

  it('keeps the address that the deployment registered, and else takes that of the page', async () => {
    const registered = await unclaimed()
    await registered.claim({}, 'https://other.example.com')
    expect(await loadStoredSettings(registered.table, 'live')).toEqual({ baseUrl: page.origin })
    const table = await testTable()
    const instance = emptyInstance().then((empty) => ({
      ...empty,
      table,
      services: { ...empty.services, table },
    }))
    const local = await unclaimed(instance)
    await local.claim({}, 'http://localhost:4400')
    const { name: tableName } = table
    const stored = { baseUrl: 'http://localhost:4400', tableName }
    expect(await loadStoredSettings(table, 'test')).toEqual(stored)
  })
})
