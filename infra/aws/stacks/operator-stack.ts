import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { FunctionRow } from '../../function-row.ts'
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
      if (row.trigger.kind === 'operator') new ServiceFunction(this, { name, row, deployment })
    }
  }
}
