/** Returns a function that loads each id once, however often it is called. */
export function onceEach<Found>(
  load: (id: string) => Promise<Found>,
): (id: string) => Promise<Found> {
  const loaded = new Map<string, Promise<Found>>()
  return (id) => {
    const found = loaded.get(id) ?? load(id)
    loaded.set(id, found)
    return found
  }
}
