import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type AddressMovement, movementKinds } from '../domain/address-movement.ts'
import type { Mode } from '../domain/mode.ts'
import { baseUnits } from './codecs.ts'
import { keys } from './keys.ts'
import type { Table } from './table.ts'

const movementCodec = z.object({
  kind: z.enum(movementKinds),
  chainId: z.int(),
  tokenAddress: z.string().nullable(),
  amountBase: baseUnits,
  txHash: z.string(),
  blockNumber: baseUnits,
})

type SessionKey = { mode: Mode; sessionId: string }

/** All that left or entered a session's address by our own doing (consistent). */
export async function loadAddressMovements(
  table: Table,
  { mode, sessionId }: SessionKey,
): Promise<AddressMovement[]> {
  const { pk } = keys.session(mode, sessionId)
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :movement)',
      ExpressionAttributeValues: { ':pk': pk, ':movement': 'movement#' },
    },
  )
  const movements: AddressMovement[] = []
  for await (const { Items } of pages) {
    movements.push(...(Items ?? []).map((item) => movementCodec.parse(item)))
  }
  return movements
}

/** Writes down a movement; one per transaction, kind and asset, so repeating it changes nothing. */
export async function saveAddressMovement(
  table: Table,
  { mode, sessionId }: SessionKey,
  movement: AddressMovement,
): Promise<void> {
  const { chainId, txHash, kind, tokenAddress } = movement
  const name = `${chainId}#${txHash}#${kind}#${tokenAddress ?? 'native'}`
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        ...keys.addressMovement(mode, sessionId, name),
        ...z.encode(movementCodec, movement),
      },
    }),
  )
}
