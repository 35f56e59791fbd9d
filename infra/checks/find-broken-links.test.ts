import { expect, it } from 'vitest'
import { findBrokenLinks } from './find-broken-links.ts'

const paths = new Set(['README.md', 'docs', 'docs/a.md', 'infra/table.ts'])
const broken = (text: string) =>
  findBrokenLinks(
    new Map([
      ['docs/a.md', `# The \`start\` of it\n\n${text}`],
      ['README.md', '# Quittance\n\n## Run it, today'],
    ]),
    paths,
  ).map(({ target }) => target)

it('finds links to files and headings that are not there', () => {
  const text = '[a](b.md) [b](../README.md#run) [c](#end) [d](../infra/tables.ts)'
  expect(broken(text)).toEqual(['b.md', '../README.md#run', '#end', '../infra/tables.ts'])
})

it('takes what is there, what is elsewhere, and what is code', () => {
  const there =
    '[a](#the-start-of-it) [b](../README.md#run-it-today) [c](../infra/table.ts) [d](../docs/)'
  expect(broken(`${there} [e](https://example.com/x#y)\n\`\`\`\n[f](nowhere.md)\n\`\`\``)).toEqual(
    [],
  )
})
