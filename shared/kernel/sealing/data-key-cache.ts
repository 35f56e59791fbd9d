/** Recently decrypted data keys. Keeps and returns copies, since callers zero theirs after use. */
export type DataKeyCache = {
  find(wrappedKey: string): Uint8Array | undefined
  keep(wrappedKey: string, key: Uint8Array): void
}

const maxAgeMs = 5 * 60_000

/**
 * A cache for secrets that are opened often (webhook secrets, notifier keys). Entries live for 5 minutes, then are
 * zeroed. Never use it for the mnemonic: each use of that must appear in the key service's log.
 */
export function dataKeyCache(now: () => Date): DataKeyCache {
  const kept = new Map<string, { key: Uint8Array; until: number }>()
  const dropExpired = () => {
    for (const [wrappedKey, { key, until }] of kept) {
      if (until > now().getTime()) continue
      key.fill(0)
      kept.delete(wrappedKey)
    }
  }
  return {
    find(wrappedKey) {
      dropExpired()
      return kept.get(wrappedKey)?.key.slice()
    },
    keep(wrappedKey, key) {
      if (kept.has(wrappedKey)) return
      kept.set(wrappedKey, { key: key.slice(), until: now().getTime() + maxAgeMs })
    },
  }
}
