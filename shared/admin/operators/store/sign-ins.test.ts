import { describe, expect, it } from 'vitest'
import { anOperator, aSignIn } from '../../../../test/operator-factories.ts'
import { testTable } from '../../../../test/test-table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { hasRequiredFactors, otherOwner } from '../rules/operator.ts'
import {
  loadStaff,
  operatorChange,
  operatorCreation,
  operatorRemoval,
  operatorUnchanged,
  staffChange,
} from './operators.ts'
import {
  findSignIn,
  hashOfSecret,
  listSignIns,
  noteSeen,
  signInCreation,
  signInEnd,
  signInReplacement,
} from './sign-ins.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const operator = anOperator({ createdAt: now, signInsSince: now })
const signIn = aSignIn(now, { operatorId: operator.id, secretHash: hashOfSecret('hunter-2') })
const cookie = `${signIn.id}.hunter-2`

async function signedIn() {
  const table = await testTable()
  await transact(table, [operatorCreation(operator), signInCreation(signIn)])
  return table
}

describe('a sign-in is found', () => {
  it('by its cookie', async () => {
    const table = await signedIn()
    const { id, email, name, role } = operator
    expect(await findSignIn(table, cookie, now)).toEqual({
      id: signIn.id,
      operator: { id, email, name, role },
      lastSeenAt: now,
      startedAt: now,
      isInWizard: false,
      browser: 'browser',
      hasSecondFactor: true,
    })
  })

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['another secret', `${signIn.id}.hunter-`],
    ['no secret', signIn.id],
    ['an empty secret', `${signIn.id}.`],
    ['an unknown id', 'si_unknown.hunter-2'],
    ['no id', '.hunter-2'],
    ['a text that is too long', `${'a'.repeat(5000)}.hunter-2`],
  ])('not by %s', async (_, given) => {
    expect(await findSignIn(await signedIn(), given, now)).toBeUndefined()
  })

  it('not after 12 hours', async () => {
    expect(await findSignIn(await signedIn(), cookie, later(12 * 3_600_000))).toBeUndefined()
  })

  it('not once it was ended', async () => {
    const table = await signedIn()
    await transact(table, [signInEnd(signIn.id)])
    expect(await findSignIn(table, cookie, now)).toBeUndefined()
  })

  it('not once its operator was removed', async () => {
    const table = await signedIn()
    await transact(table, [operatorRemoval(operator)])
    expect(await findSignIn(table, cookie, now)).toBeUndefined()
  })

  it('not once all sign-ins of its operator were ended', async () => {
    const table = await signedIn()
    await transact(table, [operatorChange(operator, { signInsSince: later(1) })])
    expect(await findSignIn(table, cookie, later(2))).toBeUndefined()
    expect(await listSignIns(table, operator, now)).toHaveLength(1)
    expect(await listSignIns(table, { ...operator, signInsSince: later(1) }, now)).toEqual([])
  })

  it('for a moment after it was replaced, and is not listed', async () => {
    const table = await signedIn()
    await transact(table, [signInReplacement(signIn, later(30_000))])
    expect(await findSignIn(table, cookie, now)).toMatchObject({ id: signIn.id })
    expect(await findSignIn(table, cookie, later(30_000))).toBeUndefined()
    expect(await listSignIns(table, operator, now)).toEqual([])
  })

  it('with the role of the operator as it is now', async () => {
    const table = await signedIn()
    await transact(table, [operatorChange(operator, { role: 'viewer' })])
    expect(await findSignIn(table, cookie, now)).toMatchObject({ operator: { role: 'viewer' } })
  })
})

it('keeps only a hash of the secret', async () => {
  const [stored] = await listSignIns(await signedIn(), operator, now)
  expect(stored).toEqual(signIn)
  expect(JSON.stringify(stored)).not.toContain('hunter-2')
})

it('notes that an operator is there once a minute, but not in a sign-in that was ended', async () => {
  const table = await signedIn()
  await noteSeen(table, signIn, later(59_999))
  expect(await findSignIn(table, cookie, now)).toMatchObject({ lastSeenAt: now })
  await noteSeen(table, signIn, later(60_000))
  expect(await findSignIn(table, cookie, now)).toMatchObject({ lastSeenAt: later(60_000) })
  await transact(table, [signInEnd(signIn.id)])
  await noteSeen(table, signIn, later(120_000))
  expect(await listSignIns(table, operator, now)).toEqual([])
})

describe('operators', () => {
  const other = anOperator({ id: 'op_2', email: 'b@example.com', createdAt: later(1) })

  it('are added, changed and removed one after the other', async () => {
    const table = await testTable()
    const empty = await loadStaff(table)
    expect(empty).toEqual({ operators: [], version: 0 })
    const add = (added: typeof operator) =>
      transact(table, [operatorCreation(added), staffChange(empty)])
    expect(await add(operator)).toEqual({ committed: true })
    expect(await add(other)).toMatchObject({ committed: false })
    const staff = await loadStaff(table)
    expect(staff).toEqual({ operators: [operator], version: 1 })
    await transact(table, [operatorCreation(other), staffChange(staff)])
    expect(await loadStaff(table)).toEqual({ operators: [operator, other], version: 2 })
  })

  it('are not changed by who read an earlier version', async () => {
    const table = await signedIn()
    const change = () => transact(table, [operatorChange(operator, { name: 'New' })])
    expect(await change()).toEqual({ committed: true })
    for (const write of [operatorChange(operator), operatorRemoval(operator)]) {
      expect(await transact(table, [write])).toMatchObject({ committed: false })
    }
    expect(await transact(table, [operatorUnchanged(operator)])).toMatchObject({ committed: false })
  })

  it('include no other owner than one who can sign in', () => {
    const viewer = { ...other, role: 'viewer' } as const
    const incomplete = { ...other, hasSecondFactor: false }
    expect(otherOwner([operator, viewer, incomplete], operator.id)).toBeUndefined()
    expect(otherOwner([operator, viewer], viewer.id)).toEqual(operator)
    expect(otherOwner([operator, other], operator.id)).toEqual(other)
  })

  it('need a second factor, unless a local instance created them', () => {
    expect(hasRequiredFactors({ hasSecondFactor: false, passwordAlone: false })).toBe(false)
    expect(hasRequiredFactors({ hasSecondFactor: true, passwordAlone: false })).toBe(true)
    expect(hasRequiredFactors({ hasSecondFactor: false, passwordAlone: true })).toBe(true)
  })
})
