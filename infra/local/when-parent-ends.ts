const checkMilliseconds = 500

/** npm sends a SIGTERM on to the shell between it and us, which ends without a word: only our parent is another then. */
export function whenParentEnds(then: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, checkMilliseconds)
  timer.unref()
}
