/**
 * Derives the address of the next index in advance, while the caller waits for the network. Indexes are assigned in
 * order, so it is often the next one needed.
 */
export function oneAhead(
  addressAt: (index: number) => string,
  later: (work: () => void) => void = setImmediate,
): (index: number) => string {
  let ahead: { index: number; address: string } | undefined
  return (index) => {
    const address = ahead?.index === index ? ahead.address : addressAt(index)
    const next = index + 1
    later(() => {
      // No index follows the last one.
      if (next < 0x80000000) ahead = { index: next, address: addressAt(next) }
    })
    return address
  }
}
