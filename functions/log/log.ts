import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger'
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import { describeError } from './describe-error.ts'
import { type Facts, knownFacts } from './facts.ts'
import { type Measured, measure } from './measure.ts'
import { redact } from './redact.ts'

class LineFormatter extends LogFormatter {
  /** Puts level and message first, for readers. */
  override formatAttributes(
    { logLevel, message, timestamp }: UnformattedAttributes,
    facts: LogAttributes,
  ): LogItem {
    const attributes = { level: logLevel, message, timestamp: timestamp.toISOString(), ...facts }
    return new LogItem({ attributes })
  }

  override formatError(error: Error): LogAttributes {
    return describeError(error)
  }
}

/** Values set by AWS, never by a caller. */
const trusted = new Set(['timestamp', 'function', 'requestId'])

const logger = new Logger({
  logFormatter: new LineFormatter(),
  jsonReplacerFn: (key, value) =>
    typeof value === 'string' && !trusted.has(key) ? redact(value) : value,
})

let namespace: string | undefined

/** Sets the namespace of the CloudWatch metrics. Without one, metrics are plain fields. */
export function measureIn(metricsNamespace: string | undefined): void {
  namespace = metricsNamespace
}

/** Logs a line of JSON, with metrics. `message` must be a constant. */
export function log(message: string, facts: Facts = {}, measured: Measured = {}): void {
  logger.info(message, fieldsOf(facts, measured))
}

/** Logs what needs attention although nothing failed. */
export function warn(message: string, facts: Facts): void {
  logger.warn(message, fieldsOf(facts, {}))
}

/** Logs an error. An unavailable node is only a warning, since it is called again. */
export function logProblem(
  message: string,
  { error, facts = {} }: { error: unknown; facts?: Facts },
  measured: Measured = {},
): void {
  const fields = { ...fieldsOf(facts, measured), error: describeError(error) }
  if (error instanceof ChainUnavailable) logger.warn(message, fields)
  else logger.error(message, fields)
}

function fieldsOf(facts: Facts, measured: Measured): Record<string, unknown> {
  const all = { ...knownFacts(), ...facts }
  return { ...all, ...measure(measured, all, { namespace, at: new Date() }) }
}
