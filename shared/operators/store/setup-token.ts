import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'

/** What is kept of the token that claims an unclaimed instance; both texts in base64. */
export type SetupToken = { salt: string; hash: string; mintedAt: Date }

const setupTokenCodec = z.object({ salt: z.string(), hash: z.string(), mintedAt: moment })

/** The write that keeps a token; its condition fails where there is one, unless it `replaces` that. */
export function setupTokenCreation(token: SetupToken, { replaces }: { replaces: boolean }): Write {
  return {
    Put: {
      Item: { ...keys.setupToken(), ...z.encode(setupTokenCodec, token) },
      ...(!replaces && { ConditionExpression: 'attribute_not_exists(pk)' }),
    },
  }
}

/** The write after which no token claims the instance. */
export function setupTokenRemoval(): Write {
  return { Delete: { Key: keys.setupToken() } }
}

export async function loadSetupToken(table: Table): Promise<SetupToken | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.setupToken(), ConsistentRead: true }),
  )
  return Item && setupTokenCodec.parse(Item)
}
