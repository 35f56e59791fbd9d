import { expect, it } from 'vitest'
import { operatorOperations } from '../../shared/operator-operations.ts'

const granted = operatorOperations.flatMap(({ name, caller, touches }) =>
  caller.kind === 'operator' ? [{ name, ...caller, touches }] : [],
)

it('every operation can be reached, and no name is taken twice', () => {
  expect(granted).toHaveLength(operatorOperations.length)
  expect(granted.filter(({ doors }) => doors.length === 0)).toEqual([])
  expect(new Set(granted.map(({ name }) => name)).size).toBe(granted.length)
})

it('a viewer can do what writes nothing but their own account', () => {
  const changing = granted.filter(({ touches }) => touches.table === 'write' || touches.encrypts)
  const byViewers = changing.filter(
    ({ role, doors }) => role === 'viewer' && doors.includes('terminal'),
  )
  // In the dashboard, their own; in the terminal, where AWS decides who may, anybody's.
  expect(byViewers.map(({ name }) => name)).toEqual(['stop-factor'])
})

it('operators who are not the owner change only what is routine', () => {
  const theirs = granted.filter(({ role }) => role === 'operator').map(({ name }) => name)
  expect(theirs.sort()).toEqual([
    ...['add-link', 'change-customer', 'change-link'],
    'check-session-now',
    'delete-export',
    'dismiss-session',
    'list-exports',
    'order-book-audit',
    'read-export',
    'recover-deliveries',
    'redrive-deliveries',
    'remove-link',
    'replay-delivery',
    'send-test-event',
    'start-export',
    'test-notice-destination',
  ])
})

it('whatever decides about money, keys and people needs a proof', () => {
  const decisive = new Set([
    ...['operators', 'api-keys', 'settings', 'networks', 'notifiers', 'book-acknowledgments'],
  ])
  const unproven = granted.filter(
    ({ role, proof, doors, touches: { table, encrypts = [], administers = [] } }) =>
      proof === 'none' &&
      doors.includes('dashboard') &&
      role !== 'viewer' &&
      (encrypts.length > 0 ||
        (table === 'write' && administers.some((each) => decisive.has(each)))),
  )
  // It changes what is known of nodes, and nothing that the owner decided.
  expect(unproven.map(({ name }) => name)).toEqual(['test-networks'])
})

it('whatever an operator changes is in the audit log', () => {
  const writing = granted.filter(({ touches: { table, administers = [] } }) => {
    return table === 'write' && !administers.includes('audit-log')
  })
  expect(writing.map(({ name }) => name).sort()).toEqual([
    // Steps of an operator towards a change of their own account, which is recorded.
    ...['begin-passkey', 'begin-proof', 'begin-totp'],
    // This and the last two record what chains, nodes and providers say, which nobody decides.
    'check-session-now',
    // What an operator sees on their own pages.
    ...['delete-view', 'save-view'],
    'test-networks',
    'verify-integration',
  ])
})
