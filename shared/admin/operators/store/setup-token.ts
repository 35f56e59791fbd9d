import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, upsert } from '../../../kernel/store/writes.ts'
import { operatorKeys } from './keys.ts'

/** The stored form of the token that claims an instance; both texts in base64. */
export type SetupToken = { salt: string; hash: string; mintedAt: Date }

const setupTokenCodec = z.object({ salt: z.string(), hash: z.string(), mintedAt: moment })

/** The write that stores a token; its condition fails if there is one, unless the token `replaces` it. */
export function setupTokenCreation(token: SetupToken, { replaces }: { replaces: boolean }): Write {
  const Item = { ...operatorKeys.setupToken(), ...z.encode(setupTokenCodec, token) }
  return replaces ? upsert(Item) : addition(Item)
}

/** The write that deletes the token, so that nobody can claim the instance with it. */
export function setupTokenRemoval(): Write {
  return { Delete: { Key: operatorKeys.setupToken() } }
}

/** The write of a claim, which uses the token up; its condition fails if another claim was first. */
export function setupTokenUse(): Write {
  return { Delete: { Key: operatorKeys.setupToken(), ConditionExpression: 'attribute_exists(pk)' } }
}

export function loadSetupToken(table: Table): Promise<SetupToken | undefined> {
  return readItem(table, operatorKeys.setupToken(), setupTokenCodec)
}
