import { expect, it } from 'vitest'
import { aSession } from '../../test/factories.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { unreadChains } from './unread-chains.ts'

const session = aSession()
const silent = (chainId: number) => new ChainUnavailable(chainId, 'its node gave no usable response')
const several = (...errors: Error[]) => new AggregateError(errors, 'not looked at')
const told = (error: unknown, enabled = [31337]) => unreadChains(error, { session, enabled })

it('names every chain that gave no answer', () => {
  const lines = told(several(silent(31337), silent(84532)))?.message.split('\n')
  expect(lines).toHaveLength(4)
  expect(lines?.[0]).toContain(
    "Local test chain can't be read right now (chain 31337: its node gave",
  )
  expect(lines?.[1]).toMatch(
    /^Base Sepolia can't be read right now .* -- chains probe --chain 84532$/,
  )
})

it('blames no chain for anything else', () => {
  const other = new Error('the queue is gone')
  expect(told(other)).toBeUndefined()
  expect(told(several(other), [])).toBeUndefined()
  expect(told(several(silent(31337), other))).toBeUndefined()
})
