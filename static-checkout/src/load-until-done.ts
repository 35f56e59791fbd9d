const againAfterMs = 3_000

/** Loads a part of the page, again and again while the connection fails. */
export async function loadUntilDone<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => window.setTimeout(resolve, againAfterMs))
    }
  }
}
