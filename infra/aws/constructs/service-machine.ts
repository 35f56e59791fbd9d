import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import type { MachineName } from '../../../shared/kernel/operation/touches.ts'
import { repositoryRoot } from '../../build/repository-root.ts'
import { acknowledge } from '../nag-reasons.ts'
import { CustomerAlarm } from './customer-alarm.ts'
import type { Names } from './names.ts'

export type ServiceMachineProps = {
  name: MachineName
  names: Names
  /** The functions that are its tasks, by their names in `infra/functions.ts`. */
  tasks: readonly string[]
  /** The impact of failed executions on customers. */
  impact: string
}

/** A state machine as its file in `infra/machines/` defines it; only the functions' names are replaced by ARNs. */
export class ServiceMachine extends Construct {
  readonly stateMachine: StateMachine

  constructor(scope: Construct, { name, names, tasks, impact }: ServiceMachineProps) {
    super(scope, `${name}-machine`)
    this.stateMachine = new StateMachine(this, 'Machine', {
      stateMachineName: names.machineName(name),
      definitionBody: DefinitionBody.fromString(definition(name, { names, tasks })),
      role: this.role(tasks.map(names.functionArn)),
      logs: {
        destination: new LogGroup(this, 'Log', {
          // Log groups with this prefix share one resource policy, which has a limit.
          logGroupName: `/aws/vendedlogs/states/${names.machineName(name)}`,
          retention: RetentionDays.ONE_MONTH,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    })
    this.alarm(name, names, impact)
    acknowledge(this, {
      'IAM5[Resource::*]': 'Log delivery has no resource-level permissions.',
      SF1: 'AWS keeps the history of each execution for 90 days; the log would double it.',
      SF2: 'The history has every step; traces would cost more than the machine.',
    })
  }

  private role(functionArns: string[]): Role {
    const statements = [
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: functionArns }),
    ]
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: { tasks: new PolicyDocument({ statements }) },
    })
  }

  private alarm(name: MachineName, names: Names, impact: string): void {
    new CustomerAlarm(this, 'Failed', {
      names,
      title: `${name} fails`,
      impact,
      // Neither machine has its own timeout.
      metric: this.stateMachine.metricFailed({ period: Duration.minutes(5) }),
      threshold: 1,
    })
  }
}

function definition(
  name: MachineName,
  { names, tasks }: { names: Names; tasks: readonly string[] },
): string {
  const text = readFileSync(join(repositoryRoot, 'infra/machines', `${name}.asl.json`), 'utf8')
  return text.replaceAll(/\$\{([\w-]+)\}/g, (_, task: string) => {
    if (!tasks.includes(task))
      throw new Error(`${name} invokes ${task}, which is not one of its tasks`)
    return names.functionArn(task)
  })
}
