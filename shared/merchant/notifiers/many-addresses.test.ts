import { it } from 'vitest'
import { expectRepaired } from '../../../test/notifier-sessions.ts'

it('a notifier that lost 3 % of 5,000 addresses is repaired', () =>
  expectRepaired('alchemy', 4_800))
