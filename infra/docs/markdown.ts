export function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n')
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}
