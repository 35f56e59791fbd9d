/** Another writer was first at every attempt. */
export class SessionContended extends Error {
  constructor(sessionId: string) {
    super(`session ${sessionId} changed during every attempt to write it`)
    this.name = 'SessionContended'
  }
}
