import * as z from 'zod'

/** A value of a metric, as CloudWatch stores it. */
export type Point = {
  /** Minutes since the test began. */
  minute: number
  namespace: string
  name: string
  dimensions: Readonly<Record<string, unknown>>
  value: number
}

export const alarmProperties = z
  .object({
    AlarmName: z.string(),
    Namespace: z.string(),
    MetricName: z.string(),
    Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
    Statistic: z.enum(['Sum', 'Minimum', 'Maximum', 'Average']).optional(),
    ExtendedStatistic: z.literal('p90').optional(),
    Period: z.int(),
    EvaluationPeriods: z.int(),
    DatapointsToAlarm: z.int(),
    Threshold: z.number(),
    ComparisonOperator: z.enum(['GreaterThanOrEqualToThreshold', 'LessThanThreshold']),
    TreatMissingData: z.enum(['breaching', 'notBreaching']),
  })
  .transform(({ Dimensions, ...alarm }) => ({
    ...alarm,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
  }))

export type AlarmProperties = z.output<typeof alarmProperties>

/** Whether an alarm fires at any time within so many minutes, by CloudWatch's rules for periods and missing data. */
export function fires(alarm: AlarmProperties, points: readonly Point[], minutes: number): boolean {
  const length = alarm.Period / 60
  const own = points.filter((point) => isMeasuredBy(alarm, point))
  const periods = Array.from({ length: Math.floor(minutes / length) }, (_, index) => {
    const inside = own.filter(({ minute }) => Math.floor(minute / length) === index)
    return isBreaching(
      alarm,
      inside.map(({ value }) => value),
    )
  })
  return periods.some((_, index) => {
    const latest = periods.slice(index, index + alarm.EvaluationPeriods)
    return latest.filter(Boolean).length >= alarm.DatapointsToAlarm
  })
}

/** Metrics with other dimensions are other metrics. */
export function isMeasuredBy(
  alarm: AlarmProperties,
  { namespace, name, dimensions }: Point,
): boolean {
  const sorted = (of: object) => JSON.stringify(Object.entries(of).sort())
  return (
    alarm.Namespace === namespace &&
    alarm.MetricName === name &&
    sorted(alarm.dimensions) === sorted(dimensions)
  )
}

function isBreaching(alarm: AlarmProperties, values: readonly number[]): boolean {
  if (values.length === 0) return alarm.TreatMissingData === 'breaching'
  const value = statistics[alarm.Statistic ?? alarm.ExtendedStatistic ?? 'Sum'](values)
  return alarm.ComparisonOperator === 'LessThanThreshold'
    ? value < alarm.Threshold
    : value >= alarm.Threshold
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const statistics = {
  Sum: sum,
  Minimum: (values: readonly number[]) => Math.min(...values),
  Maximum: (values: readonly number[]) => Math.max(...values),
  Average: (values: readonly number[]) => sum(values) / values.length,
  p90: (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1] ?? 0,
}

const embedded = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
})

/** Data points that CloudWatch reads from a line in the embedded metric format; none from any other line. */
export function pointsIn(line: unknown, minute: number): Point[] {
  const read = embedded.safeParse(line).data
  if (!read) return []
  return read._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name }) => ({
        minute,
        namespace: Namespace,
        name: Name,
        // CloudWatch rejects a line without the value of a dimension.
        dimensions: Object.fromEntries(names.map((name) => [name, z.string().parse(read[name])])),
        value: z.number().parse(read[Name]),
      })),
    ),
  )
}

export const metricFilter = z.object({
  FilterPattern: z.string(),
  LogGroupName: z.unknown(),
  MetricTransformations: z.tuple([
    z.object({
      MetricNamespace: z.string(),
      MetricName: z.string(),
      MetricValue: z.coerce.number(),
    }),
  ]),
})

/** The data point that a metric filter makes of a line. */
export function filtered(
  { FilterPattern, MetricTransformations }: z.output<typeof metricFilter>,
  line: object,
  minute: number,
): Point[] {
  const [{ MetricNamespace: namespace, MetricName: name, MetricValue: value }] =
    MetricTransformations
  const terms = [...FilterPattern.matchAll(/\$\.([\w.]+) (=|!=) "([^"]*)"/g)]
  const matches = terms.every(([, path = '', operator, text]) => {
    const found = path.split('.').reduce<unknown>((at, key) => fields.parse(at)[key], line)
    const isEqual = isLike(`${found}`, `${text}`)
    return operator === '=' ? isEqual : !isEqual
  })
  return matches && terms.length > 0 ? [{ minute, namespace, name, dimensions: {}, value }] : []
}

/** A pattern may begin with `*`, which stands for any text. */
function isLike(text: string, pattern: string): boolean {
  return pattern.startsWith('*') ? text.endsWith(pattern.slice(1)) : text === pattern
}

const fields = z.record(z.string(), z.unknown())
