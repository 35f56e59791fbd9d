/** A node did not respond, or its response can't be trusted. Nothing may be concluded from it; the caller retries. */
export class ChainUnavailable extends Error {
  readonly chainId: number

  constructor(chainId: number, reason: string, options: { cause?: unknown } = {}) {
    super(`chain ${chainId}: ${reason}`, options)
    this.name = 'ChainUnavailable'
    this.chainId = chainId
  }
}

/** A node serves another chain than the one its URL is configured for. */
export class OtherChain extends ChainUnavailable {
  readonly found: number

  constructor(chainId: number, found: number) {
    super(chainId, `its node is on chain ${found}`)
    this.found = found
  }
}
