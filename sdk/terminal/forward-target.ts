/** The URL that `localhost:3000/hook` or `3000/hook` stands for; undefined if there is none. Throws for what can't be one. */
export function forwardTarget(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const address = text.replace(/^:?(?=\d+(\/|$))/, 'localhost:')
  const url = /^https?:\/\//.test(address) ? address : `http://${address}`
  if (URL.canParse(url)) return new URL(url)
  throw new Error('--forward must be a URL, such as localhost:3000/hook.')
}
