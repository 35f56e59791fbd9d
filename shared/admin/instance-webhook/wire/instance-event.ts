import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'

/** The types of events about the instance itself. No endpoint of merchants receives them. */
export const instanceEventTypes = ['instance.changed', 'instance.test'] as const

const actorKinds = [
  'operator',
  'visitor',
  'aws',
  'unverified',
  'machine',
  'api-key',
  'unknown',
] as const

const instanceChange = z.lazy(() =>
  z.object({
    id: z.string().describe('The entry of the audit log.'),
    action: z.string().describe('What was done, such as `payout-wallet.set`.'),
    summary: z
      .string()
      .describe('The same in English words. What a newer release did has only its name.'),
    livemode: z.boolean().describe('Whether it is about live mode.'),
    target: z.string().describe('What was changed: an id or a name, of at most 150 characters.'),
    actor: z
      .object({
        kind: z.enum(actorKinds),
        id: z.string().describe('Finds what else they did in the audit log.'),
        name: z.string().describe('Who that is, for people, as in the mail.'),
      })
      .describe('Who did it.'),
    createdAt: timestamp,
  }),
)

const instanceAttempts = z.lazy(() =>
  z.object({
    action: z.string().describe('What happened, such as `account.wrong-code`.'),
    summary: z.string().describe('The same in English words, with the API key if it was one.'),
    count: z.int().describe('How often.'),
  }),
)

export const instanceEvent = z.lazy(() =>
  z.object({
    id: z.string().describe('The same in each attempt, so that you handle it once.'),
    object: z.literal('event'),
    type: z.enum(instanceEventTypes),
    livemode: z.boolean().describe('Always true: it is about the whole instance.'),
    data: z.object({
      object: z.literal('instance_changes'),
      instance: z.string().describe('The URL of the instance.'),
      changes: z.array(instanceChange).describe('Newest first, at most 50.'),
      attempts: z
        .array(instanceAttempts)
        .describe(
          'What is only counted: wrong passwords and codes, and prices and targets of links that API keys changed.',
        ),
      more: z.int().describe('How many further changes only the audit log has.'),
      complete: z
        .boolean()
        .describe(
          'False after more than a thousand entries, which may hide one. Look at the audit log.',
        ),
      subscribers: z
        .int()
        .nullable()
        .describe(
          'How many addresses confirmed the mails. 0 means that nobody is mailed any more. Null in a test, on one machine, and if it isn’t known.',
        ),
    }),
    createdAt: timestamp,
  }),
)

export type InstanceEvent = z.infer<typeof instanceEvent>
export type InstanceChanges = InstanceEvent['data']
