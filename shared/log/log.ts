import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { describeError } from './describe-error.ts'
import { type Facts, knownFacts } from './facts.ts'
import { type Measured, measure } from './measure.ts'
import { redact } from './redact.ts'

/** Values set by AWS, never by a caller. */
const trusted = new Set(['timestamp', 'function', 'requestId'])

let namespace: string | undefined

/** Sets the namespace of the CloudWatch metrics. Without one, metrics are plain fields. */
export function measureIn(metricsNamespace: string | undefined): void {
  namespace = metricsNamespace
}

/** Logs a line of JSON, with metrics. `message` must be a constant. */
export function log(message: string, facts: Facts = {}, measured: Measured = {}): void {
  write('INFO', message, fieldsOf(facts, measured))
}

/** Logs what needs attention although nothing failed. */
export function warn(message: string, facts: Facts): void {
  write('WARN', message, fieldsOf(facts, {}))
}

/** Logs an error. An unavailable node is only a warning, since it is called again. */
export function logProblem(
  message: string,
  { error, facts = {} }: { error: unknown; facts?: Facts },
  measured: Measured = {},
): void {
  const fields = { ...fieldsOf(facts, measured), error: describeError(error) }
  write(error instanceof ChainUnavailable ? 'WARN' : 'ERROR', message, fields)
}

function fieldsOf(facts: Facts, measured: Measured): Record<string, unknown> {
  const all = { ...knownFacts(), ...facts }
  return { ...all, ...measure(measured, all, { namespace, at: new Date() }) }
}

/** Puts level and message first, for readers. Bypasses `console`, because Lambda's adds a line format of its own. */
function write(
  level: 'INFO' | 'WARN' | 'ERROR',
  message: string,
  fields: Record<string, unknown>,
): void {
  const line = { level, message, timestamp: new Date().toISOString(), ...fields }
  const stream = level === 'INFO' ? process.stdout : process.stderr
  stream.write(`${JSON.stringify(line, redacted)}\n`)
}

function redacted(key: string, value: unknown): unknown {
  return typeof value === 'string' && !trusted.has(key) ? redact(value) : value
}
