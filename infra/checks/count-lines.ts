/** Lines of a repository's TypeScript, as its formatter writes it. */
export type LineCount = { source: number; tests: number; generated: number }

const isCode = (path: string) => /\.tsx?$/.test(path)

function kindOf(path: string): keyof LineCount {
  if (path.startsWith('sdk/src/generated/')) return 'generated'
  return /^(test|soak)\/|\.test\.tsx?$/.test(path) ? 'tests' : 'source'
}

/** `texts` are by path. */
export function countLines(texts: ReadonlyMap<string, string>): LineCount {
  const count: LineCount = { source: 0, tests: 0, generated: 0 }
  for (const [path, text] of texts) {
    if (!isCode(path)) continue
    count[kindOf(path)] += text.split('\n').length - 1
  }
  return count
}
