import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  type Projection,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { tableSchema } from '../../../shared/kernel/store/schema.ts'

/** Creates the service's table from its schema, unless it exists. Expired items aren't deleted. */
export async function createTableIfMissing(
  client: DynamoDBClient,
  tableName: string,
): Promise<void> {
  try {
    await client.send(new CreateTableCommand(tableDefinition(tableName)))
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: tableName })
}

/** The table that functions need, with its indexes, as DynamoDB creates it. */
export function tableDefinition(tableName: string) {
  const indexes = Object.entries(tableSchema.indexes)
  const schemas = [tableSchema, ...Object.values(tableSchema.indexes)]
  const attributes = new Set(schemas.flatMap((keys) => [keys.partitionKey, keys.sortKey]))
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST' as const,
    AttributeDefinitions: Array.from(attributes, (name) => ({
      AttributeName: name,
      AttributeType: 'S' as const,
    })),
    KeySchema: keySchema(tableSchema),
    GlobalSecondaryIndexes: indexes.map(
      ([name, keys]): GlobalSecondaryIndex => ({
        IndexName: name,
        KeySchema: keySchema(keys),
        Projection: projectionOf(keys),
      }),
    ),
  } satisfies CreateTableCommandInput
}

function projectionOf(index: object): Projection {
  if (!('include' in index) || !Array.isArray(index.include)) return { ProjectionType: 'ALL' }
  return { ProjectionType: 'INCLUDE', NonKeyAttributes: index.include }
}

function keySchema(keys: { partitionKey: string; sortKey: string }): KeySchemaElement[] {
  return [
    { AttributeName: keys.partitionKey, KeyType: 'HASH' },
    { AttributeName: keys.sortKey, KeyType: 'RANGE' },
  ]
}
