import { describe, expect, it } from 'vitest'
import { sealedText } from '../../../../test/webhook-fixture.ts'
import type { NetworkNode } from './network.ts'
import {
  afterProbe,
  hasReliableNodes,
  isUsable,
  lossesOf,
  type ProbeResult,
} from './node-standing.ts'

const now = new Date('2026-03-01T12:00:00Z')

const capabilities = { logRange: 500, logRangeDayBack: 400, archiveSeconds: 86_400, traces: true }

const node = (changes: Partial<NetworkNode> = {}): NetworkNode => ({
  id: 'nd_1',
  host: 'a.example',
  lastFour: 'abcd',
  operator: 'a.example',
  weight: 1,
  source: 'url',
  sealedUrl: sealedText('url'),
  standing: 'verified',
  capabilities,
  problems: [],
  probedAt: null,
  ...changes,
})

const probed = (changes: Partial<ProbeResult> = {}): ProbeResult => ({
  problems: [],
  measured: capabilities,
  isOtherChain: false,
  ...changes,
})

const problem = (subject: string) => ({ subject, expected: 'this', found: 'that' })

describe('a probe', () => {
  it('verifies a node, which keeps what it could do then', () => {
    const verified = afterProbe(node({ standing: 'unverified', capabilities: null }), probed(), now)
    expect(verified).toMatchObject({ standing: 'verified', capabilities, probedAt: now })
    const measured = { ...capabilities, logRange: 900 }
    expect(afterProbe(verified, probed({ measured }), now)).toMatchObject({ capabilities })
  })

  it.each(['node', 'newest block', 'block hash', 'receipts', 'Multicall3'])(
    'that finds no good %s does not verify it, nor takes that away',
    (subject) => {
      const bad = probed({ problems: [problem(subject)] })
      expect(isUsable(bad)).toBe(false)
      const standings = (['verified', 'unverified'] as const).map(
        (standing) => afterProbe(node({ standing }), bad, now).standing,
      )
      expect(standings).toEqual(['verified', 'unverified'])
    },
  )

  it('that finds anything else is shown, and the node is used', () => {
    const other = probed({ problems: [problem('log range')] })
    expect(isUsable(other)).toBe(true)
    expect(isUsable(probed({ measured: null }))).toBe(false)
    expect(afterProbe(node({ standing: 'unverified' }), other, now)).toMatchObject({
      standing: 'verified',
      problems: [problem('log range')],
    })
  })

  it('that finds another chain says so, whatever was known', () => {
    const other = probed({ isOtherChain: true, measured: null, problems: [problem('node')] })
    expect(afterProbe(node(), other, now)).toMatchObject({
      standing: 'other_chain',
      problems: [problem('node')],
    })
  })

  it('keeps a problem that was known as it was, so that it is announced once', () => {
    const known = { ...problem('log range'), announced: true }
    const found = (changes: object) => {
      const problems = [{ ...problem('log range'), ...changes }]
      return afterProbe(node({ problems: [known] }), probed({ problems }), now).problems[0]
    }
    expect(found({})).toBe(known)
    for (const changes of [{ subject: 'x' }, { expected: 'x' }, { found: 'x' }]) {
      expect(found(changes)).toEqual({ ...problem('log range'), ...changes })
    }
  })

  it('names what a node could do when it was verified, and no longer can', () => {
    const less = { logRange: 499, logRangeDayBack: 0, archiveSeconds: 86_399, traces: false }
    expect(lossesOf(node(), { measured: less })).toEqual([
      {
        subject: 'log range',
        expected: '500 blocks, as when it was verified',
        found: '499 blocks',
      },
      {
        subject: 'log range of a day ago',
        expected: '400 blocks, as when it was verified',
        found: '0 blocks',
      },
      {
        subject: 'age of states',
        expected: '86400 s, as when it was verified',
        found: '86399 s',
      },
      { subject: 'traces', expected: 'as when it was verified', found: 'none' },
    ])
    expect(lossesOf(node(), { measured: capabilities })).toEqual([])
    expect(lossesOf(node(), { measured: null })).toEqual([])
    expect(lossesOf(node({ capabilities: null }), { measured: less })).toEqual([])
    const without = node({ capabilities: { ...capabilities, traces: false } })
    expect(lossesOf(without, { measured: { ...capabilities, traces: false } })).toEqual([])
  })
})

describe('a network', () => {
  const [one, other] = [node(), node({ operator: 'b.example' })]
  const lost = node({ operator: 'b.example', problems: [problem('traces')] })

  it.each<[string, boolean, NetworkNode[]]>([
    ['two operators', true, [one, other]],
    ['all nodes of its only operator', true, [one, one]],
    ['no node', false, []],
    ['a single one that lost something', false, [lost]],
    ['one of two that lost something', false, [one, lost]],
    ['one of two on another chain', false, [one, node({ ...other, standing: 'other_chain' })]],
    ['two of three', true, [one, other, node({ ...lost, operator: 'c.example' })]],
    [
      'one beside another that was never verified',
      true,
      [one, node({ ...other, standing: 'unverified' })],
    ],
    ['one with a problem of another kind', true, [node({ problems: [problem('newest block')] })]],
  ])('with %s is reliable: %j', (_, expected, nodes) => {
    expect(hasReliableNodes({ nodes })).toBe(expected)
  })
})
