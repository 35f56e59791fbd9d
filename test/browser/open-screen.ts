import type { DashboardFixture } from './dashboard-fixture.ts'
import type { DashboardPage } from './dashboard-page.ts'
import { type ScreenName, screenOf } from './dashboard-screens.ts'

/** Sets the replies of a screen, except what the test has set. */
export function giveReplies({ replies }: DashboardFixture, name: ScreenName): void {
  for (const [operation, reply] of Object.entries(screenOf(name).replies)) {
    if (reply && !replies.has(operation)) replies.set(operation, reply)
  }
}

/** Opens the page of a screen. What the test has set goes before the screen's own replies. */
export async function openScreen(
  { fixture, page }: Pick<DashboardPage, 'fixture' | 'page'>,
  name: ScreenName,
): Promise<void> {
  giveReplies(fixture, name)
  await page.goto(`${fixture.url}/dashboard${screenOf(name).path}`)
}
