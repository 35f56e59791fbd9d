import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Aws, RemovalPolicy } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { failedInvocations, failuresOfAlarm } from '../../../shared/kernel/metrics.ts'
import { modes } from '../../../shared/kernel/mode.ts'
import type { MachineName } from '../../../shared/kernel/operation/touches.ts'
import { repositoryRoot } from '../../build/repository-root.ts'
import { acknowledge } from '../nag-reasons.ts'
import type { Names } from './names.ts'

export type ServiceMachineProps = {
  name: MachineName
  names: Names
  /** The functions that are its tasks, by their names in `infra/functions.ts`. */
  tasks: readonly string[]
}

/** A state machine as its file in `infra/machines/` defines it; only the functions' names are replaced by ARNs. */
export class ServiceMachine extends Construct {
  readonly stateMachine: StateMachine

  constructor(scope: Construct, { name, names, tasks }: ServiceMachineProps) {
    super(scope, `${name}-machine`)
    const logGroup = new LogGroup(this, 'Log', {
      // Log groups with this prefix share one resource policy, which has a limit.
      logGroupName: `/aws/vendedlogs/states/${names.machineName(name)}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.stateMachine = new StateMachine(this, 'Machine', {
      stateMachineName: names.machineName(name),
      definitionBody: DefinitionBody.fromString(definition(name, { names, tasks })),
      role: this.role(tasks.map(names.functionArn)),
      logs: {
        destination: logGroup,
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    })
    countFailed(this, logGroup, names)
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
}

/**
 * A timer that ended without its task is as bad as a function that keeps failing: the alarm fires at the first. The names
 * of those of test mode say so.
 */
function countFailed(scope: Construct, logGroup: LogGroup, { prefix }: Names): void {
  new MetricFilter(scope, 'Failures', {
    logGroup,
    // Neither machine has its own timeout.
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.type', '=', 'ExecutionFailed'),
      FilterPattern.stringValue('$.execution_arn', '!=', '*-test'),
    ),
    metricNamespace: prefix,
    metricName: failedInvocations,
    metricValue: String(failuresOfAlarm),
  })
}

function definition(
  name: MachineName,
  { names, tasks }: { names: Names; tasks: readonly string[] },
): string {
  const text = readFileSync(join(repositoryRoot, 'infra/machines', `${name}.asl.json`), 'utf8')
  const placed = text.replaceAll('arn:aws:states:', `arn:${Aws.PARTITION}:states:`)
  return placed.replaceAll(/\$\{([\w-]+)\}/g, (_, task: string) => {
    // The mode of an execution follows the name.
    const isTask = modes.every((mode) => tasks.includes(`${task}-${mode}`))
    if (!isTask) throw new Error(`${name} invokes ${task}, which is not one of its tasks`)
    return names.functionArn(task)
  })
}
