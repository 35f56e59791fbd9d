import { Aws, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib'
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupSelection,
  BackupVault,
} from 'aws-cdk-lib/aws-backup'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { acknowledge } from '../nag-reasons.ts'
import type { Names } from './names.ts'

type Props = { names: Names; tableArn: string; days: number | undefined }

/**
 * Weekly backups of the table, kept for longer than point-in-time recovery, if the owner wants them. The vault outlives
 * the stack and costs nothing while it is empty, so every deployment has it: if it came and went with the backups, a
 * second start would collide with the vault that was kept.
 */
export class LongBackups extends Construct {
  constructor(scope: Construct, { names, tableArn, days }: Props) {
    super(scope, 'LongBackups')
    // A deployment after a removal must not collide with the vault that was kept.
    const stackId = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))
    const backupVault = new BackupVault(this, 'Vault', {
      backupVaultName: `${names.prefix}-backups-${stackId}`,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    if (days !== undefined) this.backUp(backupVault, { names, tableArn, days })
  }

  private backUp(
    backupVault: BackupVault,
    { names, tableArn, days }: Props & { days: number },
  ): void {
    const backupPlan = new BackupPlan(this, 'Plan', {
      backupPlanName: `${names.prefix}-weekly`,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'weekly',
          backupVault,
          scheduleExpression: Schedule.cron({ weekDay: 'SUN', hour: '5', minute: '0' }),
          deleteAfter: Duration.days(days),
        }),
      ],
    })
    new BackupSelection(this, 'Selection', {
      backupPlan,
      resources: [BackupResource.fromArn(tableArn)],
      role: this.role(),
      disableDefaultBackupPolicy: true,
    })
  }

  private role(): Role {
    const policy = 'service-role/AWSBackupServiceRolePolicyForBackup'
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
    })
    acknowledge(role, {
      [`IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`]:
        'The policy that AWS Backup requires to back up a table.',
    })
    return role
  }
}
