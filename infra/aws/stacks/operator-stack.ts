import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
import { type Reach, ServiceFunction } from '../constructs/service-function.ts'

export type OperatorStackProps = {
  functions: Readonly<Record<string, FunctionRow>>
  reach: Reach
}

/** What the operator's terminal invokes; nothing here has an address. */
export class OperatorStack extends Stack {
  constructor(scope: Construct, { functions, reach }: OperatorStackProps) {
    super(scope, `${reach.names.prefix}-operator`, { description: 'Functions of the terminal' })
    for (const [name, row] of Object.entries(functions)) {
      if (row.trigger.kind === 'operator') new ServiceFunction(this, { name, row, reach })
    }
  }
}
