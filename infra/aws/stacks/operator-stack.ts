import { Duration, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { CustomerAlarm } from '../constructs/customer-alarm.ts'
import { type Deployment, ServiceFunction } from '../constructs/service-function.ts'

export type OperatorStackProps = {
  functions: Readonly<Record<string, FunctionRow>>
  deployment: Deployment
}

/** The functions that the operator's terminal invokes; none has a URL. */
export class OperatorStack extends Stack {
  constructor(scope: Construct, { functions, deployment }: OperatorStackProps) {
    super(scope, `${deployment.names.prefix}-operator`, {
      description: 'Functions of the terminal',
    })
    for (const [name, row] of Object.entries(functions)) {
      if (row.trigger.kind !== 'operator') continue
      const { lambda } = new ServiceFunction(this, { name, row, deployment })
      const announced = announcedUses[name]
      if (!announced) continue
      new CustomerAlarm(this, `${name}-used`, {
        ...{ names: deployment.names, ...announced, threshold: 1 },
        metric: lambda.metricInvocations({ period: Duration.minutes(1), statistic: 'Sum' }),
      })
    }
  }
}

/** Functions whose every use the owner hears of, because it decides where money goes. Lambda itself counts the uses. */
const announcedUses: Readonly<Record<string, { title: string; impact: string }>> = {
  'operator-payout-wallets': {
    title: 'a payout wallet was changed',
    impact:
      'Swept money goes to another address 24 hours from now. If it was not you, cancel it: payout-wallets cancel.',
  },
  'operator-setup': {
    title: 'the wallet was set up or added to',
    impact: 'Customers of new sessions may pay to addresses of another mnemonic.',
  },
}
