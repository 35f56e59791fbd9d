import { RemovalPolicy } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { tableSchema } from '../../../shared/kernel/store/schema.ts'
import { CustomerAlarm } from './customer-alarm.ts'
import type { Names } from './names.ts'

type Props = {
  names: Names
  /** The table in use if it isn't this one, but one that was restored. */
  restored: string | undefined
}

/** The single table. It outlives the stack and is protected from accidental deletion. */
export class ServiceTable extends Construct {
  readonly table: Table

  constructor(scope: Construct, { names, restored }: Props) {
    super(scope, 'Table')
    this.table = new Table(this, 'Table', {
      partitionKey: text(tableSchema.partitionKey),
      sortKey: text(tableSchema.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableSchema.ttlAttribute,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    for (const [indexName, index] of Object.entries(tableSchema.indexes)) {
      const { partitionKey, sortKey } = index
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        ...('include' in index && {
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: [...index.include],
        }),
      })
    }
    this.alarm(names, restored ?? this.table.tableName)
  }

  /**
   * Whatever writes to an index is a transaction, and a throttled index throttles it. The table's own throttle events don't
   * include those of its indexes. A read that fails after its retries is a server error.
   */
  private alarm(names: Names, TableName: string): void {
    new CustomerAlarm(this, 'Throttled', {
      names,
      title: 'the table throttles writes',
      impact:
        'The checkout page and the API are slow or fail, because the table or an index throttles writes.',
      metric: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'ThrottledRequests',
        dimensionsMap: { TableName, Operation: 'TransactWriteItems' },
        statistic: 'Sum',
      }),
      threshold: 10,
    })
  }
}

function text(name: string) {
  return { name, type: AttributeType.STRING }
}
