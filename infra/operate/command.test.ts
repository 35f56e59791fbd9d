import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { operatorOperation } from '../../shared/kernel/operation/operator-operation.ts'
import { operations } from '../../shared/operations.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import { repositoryRoot } from '../build/repository-root.ts'
import { callingOperator } from './call-operator.ts'
import { commandOf } from './command.ts'
import { allCommands, findCommand } from './commands.ts'
import { help } from './help.ts'
import { inputUsage, readInput } from './input-options.ts'

const inText = /npm run operate -- ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g

/** An operation without hand-written code. */
const weighParcel = operatorOperation({
  name: 'weigh-parcel',
  role: 'viewer',
  command: 'parcels weigh',
  input: z.strictObject({
    id: z.string().describe('the id of a parcel'),
    mode: z.enum(['live', 'test']),
    shelfId: z.int().optional(),
    maxGrams: z.number().default(20.5),
    since: z.iso.datetime().optional(),
    labels: z.array(z.string()).default([]),
    fragile: z.boolean().default(false),
    note: z.string().describe('why you weigh it').optional(),
  }),
  output: z.object({
    grams: z.int(),
    weighedAt: z.string().nullable(),
    labels: z.array(z.string()),
    parts: z.array(z.object({ partId: z.string(), grams: z.int(), box: z.object({ x: z.int() }) })),
    losses: z.array(z.object({ grams: z.int() })),
  }),
  touches: {},
  docs: { summary: 'Weigh a parcel' },
  run: () => Promise.reject(new Error('nobody weighs it')),
})

const output = {
  grams: 7,
  weighedAt: null,
  labels: ['blue', 'heavy'],
  losses: [],
  parts: [
    { partId: 'a', grams: 3, box: { x: 1 } },
    { partId: 'bcd', grams: 4, box: { x: 2 } },
  ],
}

describe('the commands', async () => {
  const commands = await allCommands()

  it('are those of all operators’ operations that the terminal has, each with a different name', () => {
    const ofTerminal = operatorOperations.filter(({ command }) => command !== null)
    expect(commands.map(({ operation }) => operation.name)).toEqual(
      ofTerminal.map(({ name }) => name),
    )
    const words = commands.map(({ operation }) => operation.command)
    expect(new Set(words).size).toBe(words.length)
    const names = operations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are all that the texts of the code and the guides name', async () => {
    const files = ['shared', 'functions', 'infra', 'static-dashboard/src', 'docs'].flatMap(
      (folder) => globSync(`${folder}/**/*.{ts,tsx,md}`, { cwd: repositoryRoot }),
    )
    const texts = files.filter((file) => !file.endsWith('.test.ts'))
    // `verify` calls no function, so it is the command of no operation.
    const words = new Set([...commands.map(({ operation }) => operation.command), 'verify'])
    const named = texts.flatMap((file) =>
      [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(inText)].map(
        ([, first = '', second]) => ({ file, first, full: second ? `${first} ${second}` : first }),
      ),
    )
    expect(named.length).toBeGreaterThan(100)
    // What follows a command of one word may be an argument, or the rest of the sentence.
    expect(named.filter(({ first, full }) => !words.has(full) && !words.has(first))).toEqual([])
  })

  it('are found by their words, with what is written by hand', async () => {
    const again = await allCommands()
    for (const [place, command] of commands.entries()) {
      const found = await findCommand([command.operation.command ?? ''])
      // What is written by hand exists once; the others are made by each call.
      if (again[place] === command) expect(found).toBe(command)
      else expect(found?.operation).toBe(command.operation)
    }
    expect(await findCommand(['keys lend', 'keys'])).toBeUndefined()
  })

  it('are in the help, with what they do', () => {
    const text = help([...commands, commandOf(weighParcel)])
    expect(text).toContain(
      '  npm run operate -- sessions dismiss SESSION [--deposit DEPOSIT …] --note NOTE\n      Remove a closed',
    )
    for (const { operation } of commands) expect(text).toContain(`-- ${operation.command}`)
    expect(text).toContain('-- parcels weigh PARCEL --mode live|test')
  })
})

describe('an input', () => {
  it('has options derived from its schema', () => {
    expect(inputUsage(weighParcel)).toBe(
      'PARCEL --mode live|test [--shelf SHELF] [--max-grams 20.5] [--since 2026-03-01T12:00:00Z] [--label LABEL …] [--[no-]fragile] [--note NOTE]',
    )
  })

  it('is read from them, in any order', () => {
    const args = ['--fragile', '--label', 'a', 'p_1', '--shelf', '7', '--label', 'b']
    const more = ['--mode', 'test', '--max-grams', '1.5', '--since', '2026-03-01', '--note', '5']
    expect(readInput(weighParcel, [...args, ...more])).toEqual({
      id: 'p_1',
      mode: 'test',
      shelfId: 7,
      maxGrams: 1.5,
      fragile: true,
      since: '2026-03-01T00:00:00.000Z',
      labels: ['a', 'b'],
      note: '5',
    })
    expect(readInput(weighParcel, ['p_1', '--mode', 'live'])).toEqual({ id: 'p_1', mode: 'live' })
  })

  it.each([
    [[], 'parcels weigh needs the id of a parcel.'],
    [['p_1'], 'parcels weigh needs --mode: live or test.'],
    [['p_1', '--mode', 'both'], '--mode must be live or test.'],
    [['p_1', 'p_2'], 'parcels weigh takes the id of a parcel, and nothing else: "p_1 p_2".'],
    [['p_1', '--mode', 'test', '--shelf', '1.5'], '--shelf must be a whole number.'],
    [['p_1', '--mode', 'test', '--max-grams', 'x'], '--max-grams must be a number.'],
    [['p_1', '--mode', 'test', '--since', 'noon'], '--since must be a time such as 2026-03-01T'],
    [['p_1', '--mode', 'test', '--since', '2026-02-30'], '--since must be a time'],
    [['p_1', '--mode', 'test', '--since', '3'], '--since must be a time'],
    [['p_1', '--mode', 'test', '--since', '2026-03-01T12:00'], '--since must be a time'],
    [['p_1', '--mode', 'test', '--colour', 'red'], "Unknown option '--colour'"],
    [['p_1', '--mode', 'test', '--labels', 'red'], 'Did you mean "--label"?'],
    [['p_1', '--mode', 'test', '--note'], "'--note <value>' argument missing"],
  ])('is refused for %j', (args, message) => {
    expect(() => readInput(weighParcel, args)).toThrow(message)
  })
})

describe('an output that nobody formats', () => {
  it('is printed as tables, and comes from the operation’s Lambda', async () => {
    const calls: unknown[] = []
    const call = callingOperator(async (functionName, payload) => {
      calls.push({ functionName, payload })
      return { ...output, beyond: 'the schema' }
    })
    const outcome = await commandOf(weighParcel).run(call, ['p_1', '--mode', 'test'])
    expect(calls).toEqual([
      {
        functionName: 'operator-weigh-parcel',
        payload: {
          door: 'terminal',
          operation: 'weigh-parcel',
          input: { id: 'p_1', mode: 'test' },
        },
      },
    ])
    expect(outcome.data).toEqual(output)
    expect(String(outcome.text).split('\n')).toEqual([
      'NAME       VALUE',
      'grams      7',
      'weighedAt  -',
      'labels     blue heavy',
      '',
      'parts:',
      'PART ID  GRAMS  BOX',
      'a        3      {"x":1}',
      'bcd      4      {"x":2}',
      '',
      'losses: none',
    ])
  })

  it('is not shown if it does not match its schema', async () => {
    const call = callingOperator(async () => ({ ...output, grams: 'heavy' }))
    await expect(commandOf(weighParcel).run(call, ['p_1', '--mode', 'test'])).rejects.toThrow()
  })
})
