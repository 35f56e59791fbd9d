import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import { invariant } from '../../../kernel/invariant.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits } from '../../../kernel/store/codecs.ts'
import type { Key } from '../../../kernel/store/keys.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { storeItem, upsert } from '../../../kernel/store/writes.ts'
import {
  type AddressMovement,
  movementKinds,
  type OpeningHolding,
  type OwnMovement,
} from '../rules/address-movement.ts'
import { ledgerKeys } from './keys.ts'

const amount = z.lazy(() =>
  z.object({
    chainId: z.int(),
    tokenAddress: z.string().nullable(),
    amountBase: baseUnits,
    blockNumber: baseUnits,
  }),
)
const ownCodec = amount.unwrap().extend({
  kind: z.enum(movementKinds),
  txHash: z.string(),
  sweepId: z.string().exactOptional(),
})
const openingCodec = amount.unwrap().extend({ kind: z.literal('opening'), blockHash: z.string() })
const movementCodec = z.lazy(() => z.discriminatedUnion('kind', [ownCodec, openingCodec]))

type SessionKey = { mode: Mode; sessionId: string }

/** All our own movements from and to a session's address, and its opening holdings (consistent). */
export function loadAddressMovements(
  table: Table,
  { mode, sessionId }: SessionKey,
): Promise<AddressMovement[]> {
  const { pk, sk } = ledgerKeys.addressMovement(mode, sessionId, '')
  return queryAll(table, { partition: pk, range: startingWith(sk) }, movementCodec)
}

export async function saveAddressMovement(
  table: Table,
  session: SessionKey,
  movement: OwnMovement,
): Promise<void> {
  await storeItem(table, itemOf(session, movement))
}

/** The write that saves a movement, one per transaction, kind and asset, so repeating it changes nothing. */
export function addressMovementWrite(session: SessionKey, movement: OwnMovement) {
  return upsert(itemOf(session, movement))
}

function itemOf(session: SessionKey, movement: OwnMovement) {
  return { ...keyOf(session, movement), ...z.encode(ownCodec, movement) }
}

/** The write that removes a movement whose transaction was reorged. */
export function addressMovementRemoval(session: SessionKey, movement: OwnMovement): Write {
  return { Delete: { Key: keyOf(session, movement) } }
}

function keyOf({ mode, sessionId }: SessionKey, movement: OwnMovement): Key {
  const { chainId, txHash, kind, tokenAddress } = movement
  const name = `${chainId}#${txHash}#${kind}#${tokenAddress ?? 'native'}`
  return ledgerKeys.addressMovement(mode, sessionId, name)
}

/**
 * Saves an address's balance before its session, once per asset, or replaces `replaced`. Returns the stored value: of
 * two concurrent writers, both continue with the first one's.
 */
export async function saveOpeningHolding(
  table: Table,
  { mode, sessionId }: SessionKey,
  { opening, replaced }: { opening: OpeningHolding; replaced: OpeningHolding | undefined },
): Promise<OpeningHolding> {
  const { chainId, tokenAddress } = opening
  const name = `opening#${chainId}#${tokenAddress ?? 'native'}`
  try {
    const item = {
      ...ledgerKeys.addressMovement(mode, sessionId, name),
      ...z.encode(openingCodec, opening),
    }
    await storeItem(table, item, {
      ConditionExpression: replaced ? 'blockHash = :replaced' : 'attribute_not_exists(pk)',
      ...(replaced && { ExpressionAttributeValues: { ':replaced': replaced.blockHash } }),
    })
    return opening
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    invariant(error.Item, 'an opening holding is there')
    return openingCodec.parse(unmarshall(error.Item))
  }
}
