import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'

/**
 * Emails when the account's costs of a month reach 80 % of an amount, or all of it, or are forecast to. It has no name of
 * its own: budgets are worldwide, and another email replaces one.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, { usd, email }: { usd: number; email: string }) {
    super(scope, 'MonthlyBudget')
    const subscribers = [{ subscriptionType: 'EMAIL', address: email }]
    const at = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold },
      subscribers,
    })
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
      },
      notificationsWithSubscribers: [at('ACTUAL', 80), at('ACTUAL', 100), at('FORECASTED', 100)],
    })
  }
}
