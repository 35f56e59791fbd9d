type Index = {
  partitionKey: string
  sortKey: string
  /** Copied to the index beside the keys. Without it, everything is. */
  include?: readonly string[]
}

/**
 * Keys and indexes of the single table; the deployed table and the local one are both created from this. `list` orders
 * a resource by id, `parent` the sessions of a link and what a transaction moved, `status` sessions by status, events by type and the undelivered
 * deliveries of an endpoint; `due` is sparse and has only items that wait for something, ordered by time, and the events of a link, by id. These two have only what their readers need before they load an item, because an index costs
 * another write unit for each kB.
 */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttlAttribute: 'ttl',
  indexes: {
    list: { partitionKey: 'listPk', sortKey: 'listSk' },
    parent: { partitionKey: 'parentPk', sortKey: 'listSk' },
    // Lists are filtered by the asset before they are cut.
    status: { partitionKey: 'statusPk', sortKey: 'listSk', include: ['lock'] },
    due: {
      partitionKey: 'duePk',
      sortKey: 'dueSk',
      // What the reconciler reads of open sessions every minute, and the relay of deliveries.
      include: [
        ...['id', 'mode', 'version', 'status', 'address', 'lock', 'otherTerms', 'received'],
        ...['expiresAt', 'lateUntil', 'confirmationsRequired', 'firstSeenAt', 'scanFailedAt'],
        'nextAttemptAt',
      ],
    },
  },
} as const satisfies {
  partitionKey: string
  sortKey: string
  ttlAttribute: string
  indexes: Record<string, Index>
}

/** The attributes that an index has, and `undefined` if it has all. */
export function projected({ partitionKey, sortKey, include }: Index): string[] | undefined {
  const { partitionKey: pk, sortKey: sk } = tableSchema
  return include && [...new Set([pk, sk, partitionKey, sortKey, ...include])]
}
