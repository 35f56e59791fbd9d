import { expect, it } from 'vitest'
import { aSession } from '../../../test/factories.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import { unreadChains } from './unread-chains.ts'

const session = aSession()
const silent = (chainId: number) =>
  new ChainUnavailable(chainId, 'its node gave no usable response')
const several = (...errors: Error[]) => new AggregateError(errors, 'not looked at')
const errorFor = (error: unknown, enabled = [31337]) => unreadChains(error, { session, enabled })

it('names every chain that gave no response', () => {
  const lines = errorFor(several(silent(31337), silent(84532)))?.message.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines?.[0]).toContain(
    "Local test chain, Base Sepolia can't be read right now (chain 31337: its node gave no usable response; chain 84532:",
  )
})

it('names chains that are not enabled any more', () => {
  expect(errorFor(undefined, [])?.message).toMatch(
    /^Not enabled: .*Local test chain.*, so payments there can't be checked\./,
  )
})

it('ignores other errors', () => {
  const other = new Error('the queue is gone')
  expect(errorFor(other)).toBeUndefined()
  expect(errorFor(several(other), [])).toBeUndefined()
  expect(errorFor(several(silent(31337), other))).toBeUndefined()
})
