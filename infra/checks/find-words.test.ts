import { describe, expect, it } from 'vitest'
import { findWords } from './find-words.ts'

const bad = [
  'The answer has 200.',
  'The function is told of a payment.',
  'Each block tells of its transfers.',
  'There is news of a session.',
  'Money went astray.',
  'What became of a delivery, its fate.',
  'It takes a look at the address.',
  'The scan looks at an address again.',
  'The endpoint goes off after five days.',
  'Switch it off with PATCH.',
  'The link takes payments.',
  'Test and live have each their own.',
  'Undefined where there is none.',
  'Throws where the id is unknown.',
  'A reorganisation replaces it.',
  'Two nodes judge the amount.',
  'This payment has moved on.',
  'A body that is no JSON.',
  'The delivery is given up.',
  'After the set-up it has a time-out.',
]

const good = [
  'The response has status 200.',
  'The listener is called with each payment.',
  'It takes a minute, and looks like the page in docs.',
  'Nodes are told apart by port, and IAM can’t tell the two items apart.',
  'The folder where the data is stored.',
  'Pages, each with its own headers.',
  'There is no session, and the link is no longer active.',
  'The alarm fires when the reconciler has stopped.',
]

describe('a text', () => {
  it.each(bad)('with a phrase that makes readers stop: %s', (sentence) => {
    expect(findWords('docs/a.md', sentence)).not.toEqual([])
  })

  it.each(good)('in plain English: %s', (sentence) => {
    expect(findWords('docs/a.md', sentence)).toEqual([])
  })
})

it('finds the German words that the glossary has another one for', () => {
  const translation = '{ "gas": "Das Gas-Wallet hat keine Münzen.", "nodes": "Knoten" }'
  const found = findWords('languages/de.json', translation)
  expect(found.map((each) => each.found)).toEqual(['Münzen', 'Das Gas-Wallet'])
})

describe('a source file', () => {
  const find = (source: string) => findWords('infra/a.ts', source)

  it('is checked in its comments and texts, line by line', () => {
    const source = [
      'const a = 1 // the answer of a node',
      "const text = 'There is news: it was mended.'",
      '/**',
      ' * The function',
      ' * was told of it.',
      ' */',
      'const long = `first line',
      'the last look`',
    ]
    const found = find(source.join('\n')).map(({ line, found }) => `${line} ${found}`)
    expect(found).toEqual(['1 answer', '2 news', '2 mended', '5 was told', '8 last look'])
  })

  it('may have any names, and single words as values', () => {
    expect(find("const answer = news({ kind: 'answered' }).fate")).toEqual([])
  })

  it('finds a phrase across the lines of a comment, and says what to write instead', () => {
    const source = '/**\n * The endpoint goes\n * off.\n */'
    expect(find(source)).toEqual([
      { line: 2, found: 'goes off', instead: 'continue; is enabled, is disabled' },
    ])
  })
})
