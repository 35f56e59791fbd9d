import { KMSClient } from '@aws-sdk/client-kms'
import type { Config } from '../../kernel/operation/config.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { open, seal } from '../../kernel/sealing/seal.ts'
import { type Network, nodeUrlContext } from './rules/network.ts'

type Of = Pick<Network, 'mode' | 'chainId'>

export type NodeUrls = {
  seal: (of: Of, url: string) => Promise<Sealed>
  /** Asks the key service once for each sealed URL. */
  open: (of: Of, sealed: Sealed) => Promise<string>
}

/** Seals and opens the URLs of nodes, which hold keys. */
export function nodeUrls(config: Config): NodeUrls {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'node-urls' }
  const opened = new Map<string, Promise<string>>()
  return {
    seal: (of, url) => seal(deps, url, nodeUrlContext(of)),
    open: (of, sealed) => {
      const known = opened.get(sealed.wrappedKey)
      if (known !== undefined) return known
      const url = open(deps, sealed, nodeUrlContext(of))
      opened.set(sealed.wrappedKey, url)
      url.catch(() => opened.delete(sealed.wrappedKey))
      return url
    },
  }
}
