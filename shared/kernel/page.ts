/** One page of a list, newest first. `nextCursor` is where the next page starts; null on the last one. */
export type Page<Item> = { items: Item[]; nextCursor: string | null }
