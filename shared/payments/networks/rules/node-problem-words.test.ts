import { expect, it } from 'vitest'
import { nodeProblemText, nodeProblemWords } from './node-problem-words.ts'

const problem = { host: 'node.example', subject: 'node', expected: 'chain 1', found: 'HTTP 401' }

it('says what a known problem means, and of any other what was expected and found', () => {
  expect(nodeProblemText(problem, nodeProblemWords)).toBe("node.example can't be used (HTTP 401).")
  const decimals = { ...problem, subject: 'decimals of USDC', expected: '6', found: '18' }
  expect(nodeProblemText(decimals, nodeProblemWords)).toBe(
    'node.example: decimals of USDC should be 6, found 18.',
  )
})
