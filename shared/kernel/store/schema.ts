/**
 * Keys and indexes of the single table; the deployed table and the local one are both created from this.
 * `list` orders a resource by id, `parent` the sessions of a link, `status` sessions by status, events by type and the
 * deliveries that an endpoint did not get; `due` is sparse and holds only what still waits for something, ordered by when.
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
