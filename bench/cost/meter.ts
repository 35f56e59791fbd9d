import { AsyncLocalStorage } from 'node:async_hooks'
import { type AroundCall, aroundAwsCalls } from '../../test/aws-calls.ts'
import { type Counts, minus, plus } from './counts.ts'
import { assumptions, computeUnitsOf, type Part } from './prices.ts'

type Running = { waitedMs: number }

const running = new AsyncLocalStorage<Running>()

let counts: Counts = {}
/** Metrics of CloudWatch, by name and dimensions, that were written. */
let metrics = new Set<string>()

export function count(part: Part, units = 1): void {
  counts[part] = (counts[part] ?? 0) + units
}

/** Counts something only if an invocation causes it, and not a scenario's preparation. */
export function countIfInvoked(part: Part, units = 1): void {
  if (running.getStore()) count(part, units)
}

export function countLog(bytes: number, lines = 1): void {
  count('logBytes', bytes + lines * assumptions.bytesPerLine)
}

export async function measured(work: () => Promise<unknown>): Promise<Counts> {
  const before = counts
  counts = plus(counts)
  await work()
  return minus(counts, before)
}

/** Returns how many different metrics were written since. */
export function metricsOf(): () => number {
  metrics = new Set()
  return () => metrics.size
}

/**
 * Runs an invocation, and counts what it uses. It takes as long as it computes and waits; what it waits for at the same
 * time counts once, because a call begins when the last response before it has arrived. A stream lasts longer: until the
 * clock is where `work` has left it.
 */
export async function meteredInvocation<Result>(
  memoryMb: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const invocation: Running = { waitedMs: 0 }
  const startedAt = Date.now()
  const result = await running.run(invocation, () => aroundAwsCalls(meterCall, work))
  count('invocations')
  const elapsedMs = assumptions.computeMs * (512 / memoryMb) + invocation.waitedMs
  const milliseconds = Math.max(elapsedMs, Date.now() - startedAt)
  count('gbSeconds', ((memoryMb / 1024) * milliseconds) / 1000)
  return result
}

/** Waits for a response as long as it takes on AWS, as far as the invocation's duration is concerned. */
async function waitingFor<Result>(
  kind: keyof typeof assumptions.callMs,
  work: () => Promise<Result>,
): Promise<Result> {
  const invocation = running.getStore()
  if (!invocation) return work()
  const arrivesMs = invocation.waitedMs + assumptions.callMs[kind]
  try {
    return await work()
  } finally {
    invocation.waitedMs = Math.max(invocation.waitedMs, arrivesMs)
  }
}

const meterCall: AroundCall = ({ service }, send) => {
  if (service === 'SNS') count('snsRequests')
  if (service === 'SQS') count('sqsRequests')
  if (service === 'KMS') count('kmsRequests')
  return waitingFor(kindOf(service), () => send())
}

function kindOf(service: string): keyof typeof assumptions.callMs {
  switch (service) {
    case 'KMS':
    case 'SNS':
    case 'SQS':
    case 'Step Functions':
      return service
    default:
      return 'DynamoDB'
  }
}

export function askingNode<Result>(
  { method, body }: { method: string; body: string },
  work: () => Promise<Result>,
): Promise<Result> {
  countIfInvoked('computeUnits', computeUnitsOf(method))
  if (running.getStore()) countSent(Buffer.byteLength(body))
  return waitingFor('node', work)
}

/** Counts a request to the internet, by the bytes of its body. */
export function countSent(bytes: number): void {
  count('sentBytes', bytes + assumptions.headerBytes)
}

/** Counts a response to a browser or a merchant's server, by the bytes of its body. */
export function countResponse(bytes: number): void {
  count('cloudFrontBytes', bytes + assumptions.headerBytes)
}

/** Waits for an exchange, which bills nothing. */
export function askingSource<Result>(work: () => Promise<Result>): Promise<Result> {
  countSent(0)
  return waitingFor('price source', work)
}

let areLogsMetered = false

/** From now on, log lines of invocations are counted and not shown. */
export function meterLogs(): void {
  if (areLogsMetered) return
  areLogsMetered = true
  for (const stream of [process.stdout, process.stderr]) {
    const show = stream.write.bind(stream)
    stream.write = (text, ...others) => {
      if (!running.getStore()) return Reflect.apply(show, stream, [text, ...others])
      countLog(Buffer.byteLength(text))
      noteMetrics(String(text))
      return true
    }
  }
}

function noteMetrics(line: string): void {
  if (!line.includes('"_aws"')) return
  const { _aws, ...fields } = JSON.parse(line)
  for (const { Dimensions, Metrics } of _aws.CloudWatchMetrics) {
    const by = Dimensions[0].map((name: string) => fields[name])
    for (const { Name } of Metrics) metrics.add(JSON.stringify([Name, by]))
  }
}
