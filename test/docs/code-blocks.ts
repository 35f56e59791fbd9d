import { readFile } from 'node:fs/promises'

/** A fenced block of a Markdown file; `line` is that of its opening fence, `info` what follows the language. */
export type CodeBlock = { language: string; code: string; line: number; info: string }

const fenced = /^```(\w*)[ \t]*(.*)\n([\s\S]*?)^```$/gm

/** The fenced code blocks of a Markdown file, from top to bottom. */
export async function codeBlocks(markdownPath: string): Promise<CodeBlock[]> {
  const text = await readFile(markdownPath, 'utf8')
  return Array.from(text.matchAll(fenced), (match) => {
    const [, language = '', info = '', code = ''] = match
    return { language, info, code, line: text.slice(0, match.index).split('\n').length }
  })
}
