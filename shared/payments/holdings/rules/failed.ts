/** The transactions that were mined without moving a holding since the last that did, for the latest cause. */
export type Failed = {
  cause: string
  /** In a row, for that cause. */
  count: number
  /** The limit with which its last transaction ran out of gas, for one address; null if none did. */
  ranOutOf: bigint | null
  /** Whether a simulation failed since: only then does one that succeeds say anything new. */
  isRefused: boolean
}

/** After this many mined failures of one cause, nothing more is sent for it. */
const mostFailures = 3

/** After another failure. */
export function failedAgain(
  before: Failed | null,
  { cause, ranOutOf }: Pick<Failed, 'cause' | 'ranOutOf'>,
): Failed {
  const isSame = before !== null && causeName(before.cause) === causeName(cause)
  return {
    cause,
    count: isSame ? before.count + 1 : 1,
    ranOutOf: ranOutOf ?? before?.ranOutOf ?? null,
    isRefused: false,
  }
}

/**
 * Why a mined transaction did not move an address's money, and the gas that it then ran out of, for one address. One in
 * which a call ran out of gas has used almost all of its limit: each call gets all but a 64th of what is left.
 */
export function failureOf(
  failure: string,
  { gas, gasUsed, addresses }: { gas: bigint; gasUsed: bigint; addresses: number },
): Pick<Failed, 'cause' | 'ranOutOf'> {
  const ranOut = gasUsed * 64n >= gas * 63n
  return ranOut
    ? { cause: `It ran out of gas, with a limit of ${gas}.`, ranOutOf: gas / BigInt(addresses) }
    : { cause: failure, ranOutOf: null }
}

/**
 * Whether nothing more is sent, although a simulation succeeds: it did before each of the failures, too. One that succeeds
 * after another failed shows that the cause may be gone.
 */
export function isStopped(failed: Failed | null): failed is Failed {
  return failed !== null && failed.count >= mostFailures && !failed.isRefused
}

/** Whether this failure is the one that stops it. */
export function isLastFailure({ count }: Failed): boolean {
  return count === mostFailures
}

/** A name for causes that only differ by an address, a hash or an amount. */
export function causeName(cause: string): string {
  return cause.toLowerCase().replaceAll(/0x[\da-f]+|\d+/g, '#')
}
