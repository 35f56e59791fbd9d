/** Splits the digits after "0x" into groups of four, which together are the whole address. */
export function addressGroups(address: string): string[] {
  return address.slice(2).match(/.{1,4}/g) ?? []
}
