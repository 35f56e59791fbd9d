/**
 * List prices in us-east-1 in USD, without free tiers, as of November 2026. Each is the price of one unit.
 * Sources: aws.amazon.com/<service>/pricing of the service named, first tier.
 */
export const prices = {
  /** CloudFront, HTTPS requests from North America and Europe: 0.01 per 10,000. */
  cloudFrontRequests: 1e-6,
  /** CloudFront, to North America and Europe: 0.085 per GB. What its origins send to it is free. */
  cloudFrontBytes: 0.085e-9,
  /** CloudFront Functions: 0.10 per million. */
  cloudFrontFunctions: 0.1e-6,
  /** API Gateway, REST: 3.50 per million. */
  apiGatewayRequests: 3.5e-6,
  /** EventBridge: runs of scheduled rules, for which AWS's list has no price, as for other events of AWS in one account. */
  eventBridgeEvents: 0,
  /** Lambda: 0.20 per million. */
  invocations: 0.2e-6,
  /** Lambda on ARM. */
  gbSeconds: 1.33334e-5,
  /** Lambda, to the internet, as of EC2: 0.09 per GB. */
  sentBytes: 0.09e-9,
  /** DynamoDB, on demand: 0.625 per million. */
  writeUnits: 0.625e-6,
  /** DynamoDB, on demand: 0.125 per million. */
  readUnits: 0.125e-6,
  /** DynamoDB, per byte and month: 0.25 per GB, and 0.20 for point-in-time recovery. */
  storedByteMonths: 0.45e-9,
  /** Step Functions, Standard: 0.025 per 1,000. */
  transitions: 2.5e-5,
  /** SQS, standard queues: 0.40 per million. */
  sqsRequests: 0.4e-6,
  /** SNS, requests of its API: 0.50 per million. */
  snsRequests: 0.5e-6,
  /** KMS: 0.03 per 10,000. */
  kmsRequests: 3e-6,
  /** CloudWatch Logs, ingestion: 0.50 per GB. */
  logBytes: 0.5e-9,
  /** KMS, per key and month. */
  kmsKeyMonths: 1,
  /** CloudWatch, per alarm on one metric and month. */
  alarmMonths: 0.1,
  /** CloudWatch, per custom metric and month: billed by the hour in which it has data. */
  metricMonths: 0.3,
  /** A node provider's compute units: 0.45 per million (alchemy.com/pricing). */
  computeUnits: 0.45e-6,
} as const

export type Part = keyof typeof prices

/** Figures that the meter can't see on one machine. Conservative, so that the real bill is lower. */
export const assumptions = {
  /** How long a function itself computes, at 512 MB; with half the memory it has half the processor, and takes twice as long. */
  computeMs: 10,
  /** Duration of a call by service. Calls made at the same time take that long together. */
  callMs: {
    DynamoDB: 5,
    KMS: 10,
    SNS: 20,
    SQS: 10,
    'Step Functions': 20,
    node: 60,
    'price source': 300,
    receiver: 200,
  },
  /** Added by CloudWatch to each line. */
  bytesPerLine: 26,
  /** API Gateway's access log, a line per request. */
  accessLogBytes: 280,
  /** The files of the checkout page until it shows a payment; a browser that has been there before loads fewer. */
  pageFiles: 6,
  /** Compressed. */
  pageBytes: 42_000,
  /** Added to the body of a request or a response: headers, and a share of the connection. */
  headerBytes: 500,
  /** Long polls of 20 s that Lambda keeps open for an idle queue: fewer if its mapping has no maximum concurrency. */
  pollers: { limited: 5, unlimited: 2 },
} as const

const ordinary = 20

/** Source: alchemy.com/docs/reference/compute-unit-costs, November 2026. Others have other tables of the same shape. */
const computeUnits: Readonly<Record<string, number>> = {
  eth_chainId: 0,
  net_version: 0,
  eth_blockNumber: 10,
  eth_feeHistory: 10,
  eth_maxPriorityFeePerGas: 10,
  eth_call: 26,
  eth_getLogs: 60,
  eth_sendRawTransaction: 40,
  trace_filter: 40,
  debug_traceBlockByNumber: 40,
}

export function computeUnitsOf(method: string): number {
  return computeUnits[method] ?? ordinary
}
