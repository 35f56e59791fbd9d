import { type MetricName, metrics } from '../kernel/metrics.ts'
import type { Facts } from './facts.ts'

export type Measured = Partial<Record<MetricName, number>>

/**
 * Returns metrics as fields of a log line, in CloudWatch's embedded metric format. Without a namespace they are plain
 * fields.
 */
export function measure(
  measured: Measured,
  { mode }: Facts,
  { namespace, at }: { namespace: string | undefined; at: Date },
): Record<string, unknown> {
  const isKnown = (by: 'mode' | null) => by === null || mode !== undefined
  const names = Object.keys(measured)
    .filter((name): name is MetricName => name in metrics)
    // CloudWatch rejects a line without the value of a dimension.
    .filter((name) => isKnown(metrics[name].by))
  if (!namespace || names.length === 0) return { ...measured }
  const groups = [...Map.groupBy(names, (name) => metrics[name].by)]
  const CloudWatchMetrics = groups.map(([by, group]) => ({
    Namespace: namespace,
    Dimensions: [by === null ? [] : [by]],
    Metrics: group.map((Name) => ({ Name, Unit: metrics[Name].unit })),
  }))
  const dimensions = groups.map(([by]) => (by === null ? {} : { mode }))
  const _aws = { Timestamp: at.getTime(), CloudWatchMetrics }
  return Object.assign({}, ...dimensions, measured, { _aws })
}
