import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { PasswordHash } from '../../operators/rules/password-hash.ts'

/** Made once, at set-up. */
export type Instance = {
  /** First deposit addresses: public, and they tell whether a mnemonic is the one of the set-up. */
  firstAddresses: { live: string; test: string }
  setUpAt: Date
}

const instanceCodec = z.object({
  firstAddresses: z.object({ live: z.string(), test: z.string() }),
  setUpAt: moment,
})

/** The write that marks the instance as set up; its condition fails where it was before. */
export function instanceCreation(instance: Instance): Write {
  return {
    Put: {
      Item: { ...keys.instance(), ...z.encode(instanceCodec, instance) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

/** Undefined before set-up. */
export async function loadInstance(table: Table): Promise<Instance | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.instance(), ConsistentRead: true }),
  )
  return Item && instanceCodec.parse(Item)
}

export type Owner = { email: string; password: PasswordHash; createdAt: Date }

/** The write that creates the owner's account; its condition fails where there is one. */
export function ownerCreation({ email, password, createdAt }: Owner): Write {
  return {
    Put: {
      Item: { ...keys.owner(), email, password, createdAt: createdAt.toISOString() },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

export type PayoutWallet = { mode: 'live' | 'test'; chainId: number; address: string }

/** The write that names the first payout wallet of a chain. */
export function payoutWalletCreation(wallet: PayoutWallet): Write {
  return { Put: { Item: { ...keys.payoutWallet(wallet.mode, wallet.chainId), ...wallet } } }
}
