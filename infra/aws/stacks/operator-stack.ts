import { Duration, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { CustomerAlarm } from '../constructs/customer-alarm.ts'
import { type Deployment, ServiceFunction } from '../constructs/service-function.ts'
import { recordUsedData } from '../references.ts'

export type OperatorStackProps = {
  /** Such as `operator`; follows the prefix in the stack's name. */
  name: string
  description: string
  functions: Readonly<Record<string, FunctionRow>>
  deployment: Deployment
  has: (row: FunctionRow) => boolean
}

/** Functions of the terminal and the dashboard. */
export class OperatorStack extends Stack {
  constructor(scope: Construct, props: OperatorStackProps) {
    const { name: stackName, description, functions, deployment, has } = props
    super(scope, `${deployment.names.prefix}-${stackName}`, { description })
    recordUsedData(this, deployment)
    for (const [name, row] of Object.entries(functions)) {
      if (!has(row)) continue
      const { lambda } = new ServiceFunction(this, { name, row, deployment })
      const announced = announcedUse(row)
      if (!announced) continue
      new CustomerAlarm(this, `${name}-used`, {
        names: deployment.names,
        threshold: 1,
        // An alarm's name is unique in the account.
        title: `${announced.title} (${name})`,
        impact: announced.impact,
        metric: lambda.metricInvocations({ period: Duration.minutes(1), statistic: 'Sum' }),
      })
    }
  }
}

/** Every use of what decides where money goes is announced to the owner. Lambda itself counts the uses. */
function announcedUse({ touches: { encrypts = [] } }: FunctionRow) {
  if (encrypts.includes('account-public-keys')) return walletSetUp
  if (encrypts.includes('payout-wallets')) return payoutWalletChanged
  return encrypts.includes('provider-credentials') ? providerSet : undefined
}

const walletSetUp = {
  title: 'the wallet was set up or added to',
  impact: 'Customers of new sessions may pay to addresses of another mnemonic or account.',
}

const payoutWalletChanged = {
  title: 'a payout wallet was changed',
  impact:
    'Somebody set, changed or canceled a payout wallet, or tried to. A change takes effect after 24 hours. The first one of a network may at once: while the wallet is younger than a day, or if it is the same account as on another network. The audit log says which. If it was not you, cancel it (payout-wallets cancel), and remove who did it.',
}

const providerSet = {
  title: 'the account at a hosted provider was set',
  impact:
    'If it names another wallet, coins bought there go to it 24 hours from now. If it was not you, set the right one again: integrations set.',
}
