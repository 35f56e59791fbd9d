type State = Readonly<Record<string, unknown>> | null

/**
 * Differences between two states of one thing: name, and "before → after", with – for what is not there. Of
 * values by name, such as the confirmations of each chain, it is only those that differ.
 */
export function changedValues(before: State, after: State): [string, string][] {
  return namesOf(before, after).flatMap((name): [string, string][] => {
    const [was, is] = [before?.[name], after?.[name]]
    if (isState(was) && isState(is)) {
      return changedValues(was, is).map(([of, change]) => [`${name} ${of}`, change])
    }
    const [shownBefore, shownAfter] = [shown(was), shown(is)]
    return shownBefore === shownAfter ? [] : [[name, `${shownBefore} → ${shownAfter}`]]
  })
}

function namesOf(before: State, after: State): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
}

function isState(value: unknown): value is NonNullable<State> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
