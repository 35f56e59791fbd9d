/**
 * Keys and indexes of the single table; the deployed table and the local one are both created from this. `list` orders
 * a resource by id, `parent` the sessions of a link and what a transaction moved, `status` sessions by status, events by type and the undelivered
 * deliveries of an endpoint; `due` is sparse and has only items that wait for something, ordered by time.
 */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttlAttribute: 'ttl',
  indexes: {
    list: { partitionKey: 'listPk', sortKey: 'listSk' },
    parent: { partitionKey: 'parentPk', sortKey: 'listSk' },
    status: { partitionKey: 'statusPk', sortKey: 'listSk' },
    due: { partitionKey: 'duePk', sortKey: 'dueSk' },
  },
} as const
