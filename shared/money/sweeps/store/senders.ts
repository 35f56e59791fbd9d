import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, upsert } from '../../../kernel/store/writes.ts'
import { sweepKeys } from './keys.ts'

/** An account that sends transactions on a chain. */
export type Sender = { mode: Mode; chainId: number; address: string }

const sender = z.object({ nextNonce: z.int() })

/** The first nonce that no sweep has (consistent); 0 for an account that never sent any. */
export async function nextNonce(table: Table, { mode, chainId, address }: Sender): Promise<number> {
  return (await readItem(table, sweepKeys.sender(mode, chainId, address), sender))?.nextNonce ?? 0
}

/**
 * The write that gives a nonce to one sweep. `from` is what `nextNonce` returned; its condition fails if another sweep
 * took a nonce meanwhile. `nonce` is at least that.
 */
export function nonceTaken(
  { mode, chainId, address }: Sender,
  { from, nonce }: { from: number; nonce: number },
): Write {
  const item = { ...sweepKeys.sender(mode, chainId, address), nextNonce: nonce + 1 }
  if (from === 0) return addition(item)
  return upsert(item, {
    ConditionExpression: '#nextNonce = :from',
    ExpressionAttributeValues: { ':from': from },
  })
}

/** The write that makes the nonce that was taken last free again; its condition fails if it was not the last. */
export function nonceReturned({ mode, chainId, address }: Sender, nonce: number): Write {
  const Key = sweepKeys.sender(mode, chainId, address)
  const condition = {
    ConditionExpression: '#next = :next',
    ExpressionAttributeNames: { '#next': 'nextNonce' },
  }
  const taken = { ':next': nonce + 1 }
  // `nonceTaken` expects no item at zero: the account has never sent any.
  if (nonce === 0) return { Delete: { Key, ...condition, ExpressionAttributeValues: taken } }
  const UpdateExpression = 'SET #next = :nonce'
  const ExpressionAttributeValues = { ...taken, ':nonce': nonce }
  return { Update: { Key, UpdateExpression, ...condition, ExpressionAttributeValues } }
}
