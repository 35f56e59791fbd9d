import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { keys } from '../../kernel/store/keys.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'

const walletItem = z.object({ accountKey: sealed })

/** What the sealed extended public key of a mode is bound to. */
export function accountKeyContext(mode: Mode): Record<string, string> {
  return { item: 'account-key', mode }
}

/** What the sealed mnemonic is bound to. */
export const mnemonicContext = { item: 'mnemonic' } as const

/** The write that stores a mode's sealed extended public key; its condition fails where there is one. */
export function accountKeyCreation(mode: Mode, accountKey: Sealed): Write {
  return {
    Put: {
      Item: { ...keys.wallet(mode), accountKey },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

/** The write that stores the sealed mnemonic; its condition fails where there is one. */
export function mnemonicCreation(mnemonic: Sealed): Write {
  return {
    Put: {
      Item: { ...keys.mnemonic(), mnemonic },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

/** A mode's sealed extended public key, or undefined before set-up. */
export async function loadAccountKey(table: Table, mode: Mode): Promise<Sealed | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.wallet(mode), ConsistentRead: true }),
  )
  return Item && walletItem.parse(Item).accountKey
}
