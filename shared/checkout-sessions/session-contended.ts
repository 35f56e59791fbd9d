/** Others wrote first each time: all but the first of them had loaded the session after we did. */
export class SessionContended extends Error {
  constructor(sessionId: string) {
    super(`session ${sessionId} changed again and again while it was written`)
    this.name = 'SessionContended'
  }
}
