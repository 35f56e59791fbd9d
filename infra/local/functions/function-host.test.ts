import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFunctionHost, type FunctionHost, type HostedFunction } from './function-host.ts'
import type { ResponseHead } from './invocation.ts'

let folder: string
const hosts: FunctionHost[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-host-'))
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()))
})
afterAll(() => rm(folder, { recursive: true }))

type Settings = Partial<Omit<HostedFunction, 'bundlePath'>> & {
  prepare?: (bundlePath: string) => Promise<unknown>
  limits?: { perWorker: number; workers: number }
}

let count = 0

/** A host with one function, `tested`, from its CommonJS source. */
async function hostOf(source: string, { limits, prepare, ...settings }: Settings = {}) {
  const bundlePath = join(folder, `function-${count++}.cjs`)
  await writeFile(bundlePath, source)
  const outputs: Readable[] = []
  const failures: string[] = []
  const hosted = { bundlePath, memoryMb: 128, timeoutSeconds: 60, environment: {}, ...settings }
  const host = createFunctionHost(new Map([['tested', hosted]]), {
    onOutput: (_, stream) => outputs.push(stream),
    onFailure: (_, failure) => failures.push(failure),
    ...(limits && { limits }),
    ...(prepare && { prepare: () => prepare(bundlePath) }),
  })
  hosts.push(host)
  return { host, outputs, failures }
}

async function resultOf(host: FunctionHost, payload: unknown = {}): Promise<unknown> {
  const invocation = await host.invoke('tested', payload)
  return invocation.outcome === 'answered' ? JSON.parse(invocation.payload) : invocation
}

describe('an invocation', () => {
  it('receives and returns JSON', async () => {
    const { host } = await hostOf(
      'exports.handler = async (event) => ({ got: event, no: undefined })',
    )
    expect(await resultOf(host, { at: new Date(0), gone: undefined })).toEqual({
      got: { at: '1970-01-01T00:00:00.000Z' },
    })
  })

  it('loads its bundle once it is prepared', async () => {
    const { host } = await hostOf('exports.handler = async () => "stale"', {
      prepare: (bundlePath) => writeFile(bundlePath, 'exports.handler = async () => "built"'),
    })
    expect(await resultOf(host)).toBe('built')
  })

  it('fails with the reason if its bundle can’t be prepared', async () => {
    const prepare = () => Promise.reject(new Error('The functions can’t be bundled'))
    const { host, failures } = await hostOf('exports.handler = async () => "done"', { prepare })
    expect(await resultOf(host)).toMatchObject({
      outcome: 'failed',
      error: {
        errorType: 'Runtime.ImportModuleError',
        errorMessage: 'The functions can’t be bundled',
      },
    })
    expect(failures).toEqual(['The functions can’t be bundled'])
  })

  it('returns null if the handler returns nothing', async () => {
    const { host } = await hostOf('exports.handler = async () => {}')
    expect(await resultOf(host)).toBeNull()
  })

  it('knows its function and the remaining time', async () => {
    const { host } = await hostOf(
      `exports.handler = async (_, context) => ({ ...context, left: context.getRemainingTimeInMillis() })`,
    )
    const invocation = await host.invoke('tested', {}, { requestId: 'request-1' })
    const context = invocation.outcome === 'answered' ? JSON.parse(invocation.payload) : {}
    expect(context).toMatchObject({
      awsRequestId: 'request-1',
      functionName: 'tested',
      memoryLimitInMB: '128',
      functionVersion: '$LATEST',
    })
    expect(context.left).toBeGreaterThan(5_000)
    expect(context.left).toBeLessThanOrEqual(60_000)
  })

  it('sees the environment of its function and nothing else', async () => {
    const { host } = await hostOf('exports.handler = async () => process.env', {
      environment: { TABLE_NAME: 'a table' },
    })
    expect(await resultOf(host)).toEqual({ TABLE_NAME: 'a table' })
  })

  it('keeps the module between invocations', async () => {
    const { host } = await hostOf('let calls = 0; exports.handler = async () => ++calls')
    expect([await resultOf(host), await resultOf(host)]).toEqual([1, 2])
  })

  it("forwards the function's output", async () => {
    const { host, outputs } = await hostOf(
      'exports.handler = async () => { console.log("printed"); console.error("warned") }',
    )
    await resultOf(host)
    await host.close()
    expect(await Promise.all(outputs.map(text))).toEqual(['printed\n', 'warned\n'])
  })
})

describe('a failure', () => {
  it('is reported in Lambda’s format, and the function keeps working', async () => {
    const { host, failures } = await hostOf(
      `exports.handler = async ({ fail }) => { if (fail) throw new RangeError('too far'); return 'fine' }`,
    )
    expect(await host.invoke('tested', { fail: true })).toMatchObject({
      outcome: 'failed',
      error: { errorType: 'RangeError', errorMessage: 'too far' },
    })
    expect(failures[0]).toContain('RangeError: too far')
    expect(await resultOf(host)).toBe('fine')
  })

  it('of a module that does not load fails each invocation', async () => {
    const { host } = await hostOf('throw new Error("no TABLE_NAME")')
    for (const attempt of [1, 2]) {
      expect(await host.invoke('tested', { attempt })).toMatchObject({
        outcome: 'failed',
        error: { errorMessage: 'no TABLE_NAME' },
      })
    }
  })

  it('of the whole thread fails its invocations, and a new thread takes over', async () => {
    const { host } = await hostOf(
      `exports.handler = async ({ how }) => {
         if (how === 'exit') process.exit(3)
         if (how === 'throw') setTimeout(() => { throw new Error('out of band') })
         if (how) return new Promise(() => {})
         return 'alive'
       }`,
    )
    const [waiting, exited] = await Promise.all([
      host.invoke('tested', { how: 'wait' }),
      host.invoke('tested', { how: 'exit' }),
    ])
    const exitError = { errorMessage: 'Runtime exited with error: exit status 3' }
    expect([waiting, exited]).toMatchObject([{ error: exitError }, { error: exitError }])
    expect(await resultOf(host)).toBe('alive')
    expect(await host.invoke('tested', { how: 'throw' })).toMatchObject({
      error: { errorMessage: 'out of band' },
    })
    expect(await resultOf(host)).toBe('alive')
  })

  it('is also the outcome for an unknown function', async () => {
    const { host } = await hostOf('exports.handler = async () => {}')
    expect(await host.invoke('unknown', {})).toMatchObject({
      outcome: 'failed',
      error: { errorType: 'ResourceNotFoundException' },
    })
  })
})

describe('a timeout', () => {
  /** On a busy machine, a new thread may take longer than the second that it is given here. */
  const eventually = { timeout: 90_000 }

  it('is reported as on Lambda, and replaces the thread', async () => {
    const { host } = await hostOf(
      'let calls = 0; exports.handler = ({ hang }) => ++calls && (hang ? new Promise(() => {}) : calls)',
      { timeoutSeconds: 1 },
    )
    const slow = host.invoke('tested', { hang: true }, { requestId: 'slow' })
    expect(await slow).toEqual({
      outcome: 'timedOut',
      error: {
        errorType: 'Sandbox.Timedout',
        errorMessage: 'RequestId: slow Error: Task timed out after 1.00 seconds',
        trace: [],
      },
    })
    // A new thread starts counting from 1.
    await expect.poll(() => resultOf(host), eventually).toBe(1)
  })

  it('also ends a handler that blocks its thread', async () => {
    const { host } = await hostOf(
      'exports.handler = async ({ spin }) => { while (spin); return "free" }',
      { timeoutSeconds: 1 },
    )
    expect((await host.invoke('tested', { spin: true })).outcome).toBe('timedOut')
    await expect.poll(() => resultOf(host), eventually).toBe('free')
  })
})

describe('many invocations at once', () => {
  const meeting = `
    let arrived = 0, open
    const all = new Promise((resolve) => { open = resolve })
    exports.handler = async ({ guests }) => { if (++arrived === guests) open(); await all; return arrived }`

  it('share a thread', async () => {
    const { host } = await hostOf(meeting)
    const guests = Array.from({ length: 20 }, () => resultOf(host, { guests: 20 }))
    expect(await Promise.all(guests)).toEqual(Array(20).fill(20))
  })

  it('use more threads, and are throttled above the limit', async () => {
    const { host } = await hostOf(meeting, { limits: { perWorker: 2, workers: 2 } })
    const guests = Array.from({ length: 5 }, () => host.invoke('tested', { guests: 2 }))
    const outcomes = (await Promise.all(guests)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['answered', 'answered', 'answered', 'answered', 'throttled'])
  })
})

describe('a streamed response', () => {
  function collect() {
    const heads: ResponseHead[] = []
    const chunks: string[] = []
    const sink = {
      head: (head: ResponseHead) => heads.push(head),
      write: async (chunk: Uint8Array) => {
        chunks.push(Buffer.from(chunk).toString())
      },
    }
    return { heads, chunks, sink }
  }

  it('arrives chunk by chunk, head first', async () => {
    const { host } = await hostOf(
      `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
         const out = awslambda.HttpResponseStream.from(stream, {
           statusCode: 201, headers: { 'Content-Type': 'text/event-stream' } })
         out.write('one'); out.write('two'); out.end()
       })`,
    )
    const { heads, chunks, sink } = collect()
    const invocation = await host.invoke('tested', {}, { sink })
    expect(invocation.outcome).toBe('answered')
    const headers = { 'Content-Type': 'text/event-stream' }
    expect(heads).toEqual([{ statusCode: 201, headers, cookies: [] }])
    expect(chunks).toEqual(['one', 'two'])
  })

  it('waits for a slow reader', async () => {
    const { host } = await hostOf(
      `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
         let written = 0
         const block = Buffer.alloc(16384)
         while (written < 10 && stream.write(block)) written++
         stream.write('stopped after ' + written)
         stream.end()
       })`,
    )
    const { chunks, sink } = collect()
    await host.invoke('tested', {}, { sink })
    expect(chunks.at(-1)).toBe('stopped after 3')
  })

  it('that fails halfway is a failure', async () => {
    const { host } = await hostOf(
      `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
         stream.write('begun'); throw new Error('interrupted')
       })`,
    )
    const { chunks, sink } = collect()
    expect(await host.invoke('tested', {}, { sink })).toMatchObject({
      outcome: 'failed',
      error: { errorMessage: 'interrupted' },
    })
    expect(chunks).toEqual(['begun'])
  })

  it('ends without a failure when the reader disconnects', async () => {
    const { host, failures } = await hostOf(
      `const { Readable } = require('node:stream')
       const { pipeline } = require('node:stream/promises')
       exports.handler = awslambda.streamifyResponse(async (event, stream) => {
         await pipeline(new Readable({ read() { if (!this.sent) this.push('begun'); this.sent = true } }), stream)
       })`,
    )
    const leaving = new AbortController()
    const sink = {
      head: () => {},
      write: async () => leaving.abort(),
      left: leaving.signal,
    }
    expect((await host.invoke('tested', {}, { sink })).outcome).toBe('answered')
    expect(failures).toEqual([])
  })
})
