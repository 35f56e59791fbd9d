/** A node gave no answer, or none that can be trusted. Nothing may be concluded from it; the caller tries again. */
export class ChainUnavailable extends Error {
  readonly chainId: number

  constructor(chainId: number, reason: string, options: { cause?: unknown } = {}) {
    super(`chain ${chainId}: ${reason}`, options)
    this.name = 'ChainUnavailable'
    this.chainId = chainId
  }
}

/** A node that is on another chain than its URL is named for. */
export class OtherChain extends ChainUnavailable {
  readonly found: number

  constructor(chainId: number, found: number) {
    super(chainId, `its node is on chain ${found}`)
    this.found = found
  }
}
