/**
 * The same, with the index after the last one derived already: that happens while whoever asked waits for the network.
 * Indexes are given out in order, so it is often the next one wanted.
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
      // The last index of all has none after it.
      if (next < 0x80000000) ahead = { index: next, address: addressAt(next) }
    })
    return address
  }
}
