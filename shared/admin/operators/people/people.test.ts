import { describe, expect, it } from 'vitest'
import { asAnother } from '../../../../test/as-function.ts'
import { allGiven } from '../../../../test/given-services.ts'
import {
  cheap,
  type OwnedInstance,
  ownedInstance,
  password,
  withApp,
  withRecoveryCode,
} from '../../../../test/operator-accounts.ts'
import { browserOf } from '../../../../test/operator-browser.ts'
import { actor } from '../../../../test/run-as-operator.ts'
import { cookieValue, runAsVisitor } from '../../../../test/visitor.ts'
import { commit } from '../../../kernel/operation/commit.ts'
import type { Role } from '../../../kernel/roles.ts'
import { pageAuditEntries } from '../../../kernel/store/audit-log.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { hashPassword } from '../hash-password.ts'
import { signInWithPassword } from '../sign-in/sign-in-with-password.ts'
import { loadCredentials, passwordWrite } from '../store/credentials.ts'
import { loadOperator, loadStaff, operatorChange } from '../store/operators.ts'
import { findSignIn } from '../store/sign-ins.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changeOperator } from './change-operator.ts'
import { inviteOperator } from './invite-operator.ts'
import { listOperators } from './list-operators.ts'
import { removeOperator } from './remove-operator.ts'
import { resetAccess } from './reset-access.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import { showInvitation } from './show-invitation.ts'

const gone = { code: 'resource_not_found' }
const person = { name: 'Vera', password: 'a long enough password' }

async function fixture() {
  const instance = await ownedInstance({ hasSecondFactor: true })
  const { services } = instance
  instance.pass(1)
  const browser = await browserOf(instance)
  const invite = (email: string, role: Role = 'viewer') =>
    browser.run(inviteOperator, services, { email, role })
  const accept = (link: string, changes: Partial<typeof person> = {}) =>
    runAsVisitor(acceptInvitation, services, {
      input: { token: tokenOf(link), ...person, ...changes },
    })
  const list = () => browser.run(listOperators, services, {})
  return { ...instance, instance, browser, invite, accept, list }
}

function tokenOf(link: string): string {
  expect(link).toMatch(/^https:\/\/pay\.example\.com\/dashboard\/invitation#inv_\w+\.[\w-]{43}$/)
  return link.replace(/^.*#/, '')
}

function fromTerminal({ table, services }: OwnedInstance, id: string) {
  const request = { input: { id }, findActor: async () => actor }
  return commit(table, () => resetAccess.run(allGiven(services), request))
}

async function addFactorOf({ table }: Pick<OwnedInstance, 'table'>, id = '') {
  const operator = await loadOperator(table, id)
  if (operator) await transact(table, [operatorChange(operator, { hasSecondFactor: true })])
}

describe('an invitation', () => {
  it('makes somebody an operator, who is signed in and still needs a second factor', async () => {
    const { table, services, invite, accept, list } = await fixture()
    const { link } = await invite('Vera@Example.com')
    const shown = await runAsVisitor(showInvitation, services, {
      input: { token: tokenOf(link) },
    })
    expect(shown.result).toMatchObject({
      email: 'vera@example.com',
      role: 'viewer',
      isReset: false,
    })
    const { cookie } = await accept(link)
    expect(await findSignIn(table, cookieValue(cookie), services.now())).toMatchObject({
      operator: { email: 'vera@example.com', name: 'Vera', role: 'viewer' },
      hasSecondFactor: false,
    })
    expect(await list()).toMatchObject({
      operators: [{ role: 'owner' }, { email: 'vera@example.com', lastSeenAt: expect.any(String) }],
      invitations: [],
    })
    const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 10 })
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'operator.invite',
      'operator.join',
    ])
  })

  it('is stored as a hash, and listed without its link', async () => {
    const { invite, list } = await fixture()
    const { link, id } = await invite('vera@example.com')
    const listed = await list()
    expect(listed.invitations).toMatchObject([{ id, email: 'vera@example.com', isReset: false }])
    expect(JSON.stringify(listed)).not.toContain(tokenOf(link).split('.')[1])
  })

  it('works once, also for two at once', async () => {
    const { table, invite, accept } = await fixture()
    const { link } = await invite('vera@example.com')
    const both = await Promise.allSettled([accept(link), accept(link)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(accept(link)).rejects.toMatchObject(gone)
    expect((await loadStaff(table)).operators).toHaveLength(2)
  })

  it('expires after 24 hours', async () => {
    const { table, owner, services, pass, invite, accept } = await fixture()
    const { link } = await invite('vera@example.com')
    pass(24 * 3600)
    await expect(accept(link)).rejects.toMatchObject(gone)
    const input = { token: tokenOf(link) }
    await expect(runAsVisitor(showInvitation, services, { input })).rejects.toMatchObject(gone)
    const { list } = await laterBrowser({ table, owner, services })
    expect((await list()).invitations).toEqual([])
  })

  it('is void once it is revoked, replaced by another, or its sender lost the role', async () => {
    const { table, services, instance, browser, invite, accept } = await fixture()
    const revoked = await invite('vera@example.com')
    await browser.run(revokeInvitation, services, { id: revoked.id })
    const replaced = await invite('vera@example.com')
    const kept = await invite('vera@example.com')
    for (const { link } of [revoked, replaced])
      await expect(accept(link)).rejects.toMatchObject(gone)
    await accept(kept.link)
    const second = await invite('second@example.com', 'owner')
    await accept(second.link)
    const { operators } = await loadStaff(table)
    const other = operators.find(({ email }) => email === 'second@example.com')
    await addFactorOf(instance, other?.id)
    const otherBrowser = await browserOf(instance, other?.id)
    const late = await invite('late@example.com', 'owner')
    await otherBrowser.run(changeOperator, services, { id: 'op_1', role: 'viewer' })
    await expect(accept(late.link)).rejects.toMatchObject(gone)
  })

  it.each(['', 'inv_unknown.secret', 'inv_unknown', '.secret'])('is not %j', async (token) => {
    const { services } = await fixture()
    const input = { token, ...person }
    const accept = runAsVisitor(acceptInvitation, services, { input })
    await expect(accept).rejects.toMatchObject(gone)
  })

  it('is not sent to somebody who can sign in', async () => {
    const { invite } = await fixture()
    await expect(invite('OWNER@example.com')).rejects.toMatchObject({ code: 'state_changed' })
  })
})

async function laterBrowser(instance: Parameters<typeof browserOf>[0]) {
  const browser = await browserOf(instance)
  return { list: () => browser.run(listOperators, instance.services, {}) }
}

describe('an operator', () => {
  async function withTwo(role: Role = 'viewer') {
    const given = await fixture()
    const { link } = await given.invite('vera@example.com', role)
    const { cookie } = await given.accept(link)
    const { operators } = await loadStaff(given.table)
    const id = operators.find(({ email }) => email === 'vera@example.com')?.id ?? ''
    return { ...given, id, cookie: cookieValue(cookie) }
  }

  it('gets another role at once, and signs in again', async () => {
    const { table, services, browser, pass, id, cookie, list } = await withTwo()
    pass(1)
    await browser.run(changeOperator, services, { id, role: 'operator' })
    expect(await findSignIn(table, cookie, services.now())).toBeUndefined()
    expect((await list()).operators).toMatchObject([{ role: 'owner' }, { role: 'operator' }])
  })

  it('who is removed is signed out at once, and nothing of theirs is left', async () => {
    const { table, services, browser, id, cookie } = await withTwo()
    await browser.run(removeOperator, services, { id })
    expect(await findSignIn(table, cookie, services.now())).toBeUndefined()
    expect(await loadCredentials(table, id)).toMatchObject({ password: undefined, passkeys: [] })
    const input = { email: 'vera@example.com', password: person.password }
    const signIn = runAsVisitor(signInWithPassword, services, { input })
    await expect(signIn).rejects.toMatchObject({ code: 'sign_in_failed' })
    const again = browser.run(removeOperator, services, { id })
    await expect(again).rejects.toMatchObject(gone)
  })

  it('who is the only owner is neither removed nor lowered', async () => {
    const { services, browser } = await withTwo()
    const id = 'op_1'
    const remove = browser.run(removeOperator, services, { id })
    await expect(remove).rejects.toMatchObject({ code: 'state_changed' })
    const lower = browser.run(changeOperator, services, { id, role: 'operator' })
    await expect(lower).rejects.toMatchObject({ code: 'state_changed' })
  })

  it('who is the only owner with a second factor is neither removed nor lowered', async () => {
    const { services, instance, browser, id: other } = await withTwo('owner')
    const leave = [
      () => browser.run(removeOperator, services, { id: 'op_1' }),
      () => browser.run(changeOperator, services, { id: 'op_1', role: 'viewer' }),
    ]
    for (const each of leave) await expect(each()).rejects.toMatchObject({ code: 'state_changed' })
    await addFactorOf(instance, other)
    await leave[1]?.()
    expect((await loadStaff(instance.table)).operators).toMatchObject([
      { role: 'viewer' },
      { role: 'owner', hasSecondFactor: true },
    ])
  })

  it('may remove an owner who never added a second factor', async () => {
    const { services, browser, id } = await withTwo('owner')
    expect(await browser.run(removeOperator, services, { id })).toEqual({ id })
  })

  it('stays owner if the other one loses the second factor at the same time', async () => {
    const { table, services, instance, browser, id } = await withTwo('owner')
    await addFactorOf(instance, id)
    const lower: typeof changeOperator.run = async (deps, request) => {
      const decision = await changeOperator.run(deps, request)
      await asAnother(() => fromTerminal(instance, id))
      return decision
    }
    const late = browser.run({ ...changeOperator, run: lower }, services, {
      id: 'op_1',
      role: 'viewer',
    })
    await expect(late).rejects.toMatchObject({ code: 'state_changed' })
    expect((await loadStaff(table)).operators).toMatchObject([{ role: 'owner' }, {}])
  })

  it('stays owner if two owners lower or remove each other at once', async () => {
    const { table, services, instance, browser, id } = await withTwo('owner')
    await addFactorOf(instance, id)
    const other = await browserOf(instance, id)
    const outcomes = await Promise.allSettled([
      browser.run(changeOperator, services, { id, role: 'viewer' }),
      other.run(removeOperator, services, { id: 'op_1' }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { operators } = await loadStaff(table)
    expect(operators.filter(({ role }) => role === 'owner')).toHaveLength(1)
  })

  it('who lost access gets back in with a link from the terminal, which voids everything else', async () => {
    const { table, services, instance, browser, accept, pass } = await fixture()
    const codes = await withApp(instance)
    const recoveryCode = await withRecoveryCode(instance)
    pass(1)
    const { link } = await fromTerminal(instance, 'Owner@example.com')
    expect(await browser.found()).toBeUndefined()
    const signIn = (given: string, code?: string) =>
      runAsVisitor(signInWithPassword, services, {
        input: { email: 'owner@example.com', password: given, ...(code && { code }) },
      })
    for (const code of [undefined, codes(services.now()), recoveryCode]) {
      await expect(signIn(password, code)).rejects.toMatchObject({ code: 'sign_in_failed' })
    }
    const { cookie } = await accept(link, { password: 'another password' })
    expect(await findSignIn(table, cookieValue(cookie), services.now())).toMatchObject({
      operator: { id: 'op_1', name: 'Olga Owner', role: 'owner' },
      hasSecondFactor: false,
    })
    expect((await signIn('another password')).result).toEqual({ signedIn: true, wrongCodes: 0 })
    await expect(accept(link)).rejects.toMatchObject(gone)
    const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 10 })
    expect(items.find(({ action }) => action === 'operator.reset-access')).toMatchObject({
      actor,
      target: 'owner@example.com',
    })
  })

  it('loses a sign-in that is under way when access is reset', async () => {
    const { table, services, instance, owner } = await fixture()
    const codes = await withApp(instance)
    const hash = await hashPassword(password, services.randomBytes, cheap)
    await transact(table, [passwordWrite(owner.id, hash)])
    const openTotp: typeof services.openTotp = async (sealed, context) => {
      await asAnother(() => fromTerminal(instance, owner.id))
      return services.openTotp(sealed, context)
    }
    const input = { email: owner.email, password, code: codes(services.now()) }
    const late = runAsVisitor(signInWithPassword, { ...services, openTotp }, { input })
    await expect(late).rejects.toMatchObject({ code: 'sign_in_failed' })
  })
})
