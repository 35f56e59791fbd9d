const begin = '<!-- drawn by npm run docs -->'
const end = '<!-- until here -->'

/** The page with these parts where the earlier ones are. */
export function withDrawn(page: string, parts: readonly string[]): string {
  const [before, after] = [page.split(begin)[0], page.split(end)[1]]
  return `${before}${[begin, ...parts, end].join('\n\n')}${after}`
}

export function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n')
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A table as the formatter leaves it, for a page that is mostly written by hand. */
export function formattedTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  const padded = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [padded(headings), rule, ...rows.map(padded)].map(line).join('\n')
}
